import { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { Profile } from '@airloom/contract/identity/identity.model';
import { changePasswordInput } from '@airloom/contract/identity/identity.rules';
import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { passwordInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { newPasswordInput } from '../components/new-password-input.tsx';
import { refreshSelf } from './refresh-self.ts';

export function PasswordDrawer({ profile, onClose }: { profile: Profile; onClose(): void }) {
  const { t } = useTranslation();
  const change = useCommand(identityCalls.changePassword, {
    refresh: [identityCalls.listSessions, safetyCalls.listSecurityEvents],
  });
  const form = useSchemaForm({
    schema: changePasswordInput,
    initial: { oldPassword: '', password: '', confirmPassword: '' },
    async submit(values) {
      await change.run(values);
      await refreshSelf();
      toast.success(t('account.security.passwordChanged'));
    },
  });
  const fields: FieldDef<typeof changePasswordInput>[] = [
    {
      name: 'oldPassword',
      label: 'identity.password.current',
      input: passwordInput({ autoComplete: 'current-password' }),
    },
    {
      name: 'password',
      label: 'identity.password.new',
      input: newPasswordInput([profile.userName, profile.email, profile.phone]),
    },
    {
      name: 'confirmPassword',
      label: 'identity.password.confirm',
      input: passwordInput({ autoComplete: 'new-password' }),
    },
  ];
  return (
    <FormDrawer
      open
      title={t('account.security.changePassword')}
      form={form}
      fields={fields}
      action={t('account.security.changePassword')}
      onClose={onClose}
    >
      <p className="account-steps">{t('account.security.endsOthers')}</p>
    </FormDrawer>
  );
}
