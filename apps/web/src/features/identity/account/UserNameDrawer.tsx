import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { updateUserNameInput } from '@airloom/contract/identity/identity.rules';
import { DAY } from '@airloom/contract/time';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { userNameInput } from '../components/user-name-input.tsx';
import { useNameCheck } from '../use-name-check.ts';
import { refreshSelf } from './refresh-self.ts';

export function UserNameDrawer({ own, onClose }: { own: string; onClose(): void }) {
  const { t } = useTranslation();
  const update = useCommand(identityCalls.updateUserName, { refresh: [identityCalls.canUpdateUserName] });
  const form = useSchemaForm({
    schema: updateUserNameInput,
    initial: { userName: own },
    async submit(values) {
      await update.run(values);
      await refreshSelf();
      toast.success(t('account.saved'));
    },
  });
  const check = useNameCheck(form.values.userName, own);
  const fields: FieldDef<typeof updateUserNameInput>[] = [
    {
      name: 'userName',
      label: 'identity.userName.label',
      hint: 'identity.userName.hint',
      input: userNameInput(check),
    },
  ];
  return (
    <FormDrawer
      open
      title={t('account.profile.changeUserName')}
      form={form}
      fields={fields}
      onClose={onClose}
    >
      <p className="account-steps">
        {t('account.profile.userNameRule', { count: ACCOUNT_LIMITS.userNameChangeEveryMs / DAY })}
      </p>
    </FormDrawer>
  );
}
