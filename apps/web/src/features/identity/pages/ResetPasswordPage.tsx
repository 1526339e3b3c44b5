import { registrationCalls } from '@airloom/contract/identity/registration.calls';
import { resetPasswordInput } from '@airloom/contract/identity/registration.rules';
import { contact } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { passwordInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { codeInput } from '../components/code-input.tsx';
import { contactInput, lockedInput } from '../components/contact-input.tsx';
import { GateFrame } from '../components/GateFrame.tsx';
import { newPasswordInput } from '../components/new-password-input.tsx';
import { RefusalNote } from '../components/RefusalNote.tsx';
import { sentCode } from '../sent-code.ts';
import { checkedContact, useCodeSender } from '../use-code-sender.ts';
import { useRefusal } from '../use-refusal.ts';

/** Twelve digits in groups of four. */
const CODE_LENGTH = 14;

/** Follows "Forgot password", which passes the contact of the code; works on its own as well. */
export default function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sent = sentCode.safeParse(useLocation().state).data;
  const refusal = useRefusal();
  const form = useSchemaForm({
    schema: resetPasswordInput,
    initial: { target: sent?.to ?? '', code: '', password: '', confirmPassword: '' },
    async submit(values) {
      await refusal.guard(() => call(registrationCalls.resetPwdByCode, values, { quiet: true }));
      toast.success(t('identity.reset.done'));
      await navigate('/login', { state: { username: values.target } });
    },
  });
  const sender = useCodeSender({
    before: sent,
    request() {
      const target = checkedContact(contact, form.values.target, (issue) => form.refuse('target', issue));
      return target === null ? null : { input: { purpose: 'resetPassword', target }, to: target };
    },
  });
  const fields: FieldDef<typeof resetPasswordInput>[] = [
    { name: 'target', label: 'identity.contact.label', input: sent ? lockedInput() : contactInput() },
    {
      name: 'code',
      label: 'identity.code.label',
      input: codeInput(sender, { takesFocus: sent !== undefined, length: CODE_LENGTH }),
    },
    { name: 'password', label: 'identity.password.new', input: newPasswordInput([form.values.target]) },
    {
      name: 'confirmPassword',
      label: 'identity.password.confirm',
      input: passwordInput({ autoComplete: 'new-password' }),
    },
  ];
  return (
    <GateFrame
      title={t('identity.reset.title')}
      lead={t('identity.reset.lead')}
      links={
        <>
          {sent && <Link to="/findpwd">{t('identity.reset.other')}</Link>}
          <Link to="/login">{t('identity.backToLogin')}</Link>
        </>
      }
    >
      <div className="gate-stack">
        <RefusalNote refusal={refusal} />
        <SchemaForm form={form} fields={fields}>
          <Button type="primary" htmlType="submit" block loading={form.pending} disabled={refusal.waiting}>
            {t('identity.reset.submit')}
          </Button>
        </SchemaForm>
      </div>
    </GateFrame>
  );
}
