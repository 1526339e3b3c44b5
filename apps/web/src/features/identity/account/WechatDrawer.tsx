import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { wechatUnbindInput } from '@airloom/contract/identity/safety.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { refreshSelf } from './refresh-self.ts';
import { useSecondFactorField } from './second-factor-field.tsx';
import { yourPassword } from './your-password.ts';

interface WechatDrawerProps {
  /** The answer of WeChat, to be bound; null unbinds the current one. */
  answer: { code: string; state: string } | null;
  onClose(): void;
}

/** The password prevents others at the keyboard from binding or unbinding WeChat. */
export function WechatDrawer({ answer, onClose }: WechatDrawerProps) {
  const { t } = useTranslation();
  const bind = useCommand(safetyCalls.wechatBind);
  const unbind = useCommand(safetyCalls.wechatUnbind);
  const fields: FieldDef<typeof wechatUnbindInput>[] = [
    yourPassword({ autoFocus: true }),
    ...useSecondFactorField(),
  ];
  const form = useSchemaForm({
    schema: wechatUnbindInput,
    initial: { password: '', secondFactor: '' },
    async submit(values) {
      if (answer === null) await unbind.run(values);
      else await bind.run({ ...answer, ...values });
      await refreshSelf();
      toast.success(t('account.saved'));
    },
  });
  return (
    <FormDrawer
      open
      title={t(answer === null ? 'account.security.unbindWechat' : 'account.security.bindWechat')}
      form={form}
      fields={fields}
      action={t(answer === null ? 'account.security.unbind' : 'account.security.bind')}
      onClose={onClose}
    />
  );
}
