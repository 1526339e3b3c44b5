import { IDENTITY_ERRORS } from '@airloom/contract/identity/identity.errors';
import { registrationCalls } from '@airloom/contract/identity/registration.calls';
import { registerInput } from '@airloom/contract/identity/registration.rules';
import { contact } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { passwordInput, textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useEnter } from '../enter.ts';
import { checkedContact, useCodeSender } from '../use-code-sender.ts';
import { useNameCheck } from '../use-name-check.ts';
import { useRefusal } from '../use-refusal.ts';
import { codeInput } from './code-input.tsx';
import { contactInput, lockedInput } from './contact-input.tsx';
import './gate.css';
import { newPasswordInput } from './new-password-input.tsx';
import { RefusalNote } from './RefusalNote.tsx';
import { userNameInput } from './user-name-input.tsx';

interface RegisterFormProps {
  /** Joins the inviting account, with the contact of the invitation. */
  invitation?: { readonly token: string; readonly target: string };
}

export function RegisterForm({ invitation }: RegisterFormProps) {
  const { t } = useTranslation();
  const enter = useEnter();
  const refusal = useRefusal();
  const form = useSchemaForm({
    schema: registerInput,
    initial: {
      target: invitation?.target ?? '',
      username: '',
      password: '',
      confirmPassword: '',
      enterpriseName: '',
      ...(invitation ? { invitation: invitation.token } : { code: '' }),
    },
    async submit(values) {
      try {
        enter(await refusal.guard(() => call(registrationCalls.registerAccount, values, { quiet: true })));
      } catch (error) {
        if (error instanceof CallFailure && error.is(IDENTITY_ERRORS.userNameTaken)) {
          form.refuse('username', { key: 'identity.userName.taken', values: {} });
        }
        throw error;
      }
    },
  });
  const { username, target } = form.values;
  const sender = useCodeSender({
    request() {
      const checked = checkedContact(contact, target, (issue) => form.refuse('target', issue));
      return checked === null ? null : { input: { purpose: 'register', target: checked }, to: checked };
    },
  });
  const nameCheck = useNameCheck(username);
  const fields: FieldDef<typeof registerInput>[] = [
    {
      name: 'target',
      label: 'identity.contact.label',
      input: invitation ? lockedInput() : contactInput(),
    },
    {
      name: 'code',
      label: 'identity.code.label',
      input: codeInput(sender, { certain: true }),
      when: () => invitation === undefined,
    },
    {
      name: 'username',
      label: 'identity.userName.label',
      hint: 'identity.userName.hint',
      input: userNameInput(nameCheck),
    },
    { name: 'password', label: 'identity.password.label', input: newPasswordInput([username, target]) },
    {
      name: 'confirmPassword',
      label: 'identity.password.confirm',
      input: passwordInput({ autoComplete: 'new-password' }),
    },
    {
      name: 'enterpriseName',
      label: 'identity.company.name',
      input: textInput({ autoComplete: 'organization' }),
      when: () => invitation === undefined,
    },
  ];
  return (
    <div className="gate-stack">
      <RefusalNote refusal={refusal} />
      <SchemaForm form={form} fields={fields}>
        <Button type="primary" htmlType="submit" block loading={form.pending} disabled={refusal.waiting}>
          {t(invitation ? 'identity.register.join' : 'identity.register.submit')}
        </Button>
      </SchemaForm>
    </div>
  );
}
