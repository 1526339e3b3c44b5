import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { bindInput } from '@airloom/contract/identity/safety.rules';
import { email, phone } from '@airloom/contract/identity/sign-in.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { codeInput } from '../components/code-input.tsx';
import { phoneInput } from '../components/phone-input.tsx';
import { emptyPhone } from '../phone-text.ts';
import { checkedContact, useCodeSender } from '../use-code-sender.ts';
import { refreshSelf } from './refresh-self.ts';
import { useSecondFactorField } from './second-factor-field.tsx';
import { yourPassword } from './your-password.ts';

const KINDS = {
  phone: {
    schema: bindInput.extend({ target: phone }),
    title: 'account.security.bindPhone',
    label: 'account.security.newPhone',
    input: phoneInput(),
  },
  mail: {
    schema: bindInput.extend({ target: email }),
    title: 'account.security.bindMail',
    label: 'account.security.newMail',
    input: textInput({ autoComplete: 'email', inputMode: 'email' }),
  },
} as const;

/** A new phone or mail is bound by a code sent there, the password and, where it is on, the second factor. */
export function BindDrawer({ kind, onClose }: { kind: 'phone' | 'mail'; onClose(): void }) {
  const { t } = useTranslation();
  const { schema: rules, title, label, input } = KINDS[kind];
  const bound = useSession(({ profile }) => (kind === 'phone' ? profile?.phone : profile?.email) ?? '');
  const unchanged = (target: string) => bound !== '' && rules.shape.target.safeParse(target).data === bound;
  const changes = ({ target }: { target: string }) => !unchanged(target);
  const schema = rules.refine(({ target, code }) => code !== '' || unchanged(target), {
    path: ['code'],
    error: 'validation.code',
  });
  const secondFactor = useSecondFactorField();
  const bind = useCommand(safetyCalls.saveBindMailPhone, { refresh: [safetyCalls.listSecurityEvents] });
  const form = useSchemaForm({
    schema,
    initial: {
      target: kind === 'phone' ? emptyPhone(navigator.languages) : '',
      code: '',
      password: '',
      secondFactor: '',
    },
    async submit(values) {
      await bind.run(values);
      await refreshSelf();
      toast.success(t('account.saved'));
    },
  });
  const sender = useCodeSender({
    request() {
      const target = checkedContact(schema.shape.target, form.values.target, (issue) =>
        form.refuse('target', issue),
      );
      return target === null ? null : { input: { purpose: 'bind', target }, to: target };
    },
  });
  const fields: FieldDef<typeof schema>[] = [
    { name: 'target', label, input },
    {
      name: 'code',
      label: 'identity.code.label',
      required: true,
      when: changes,
      input: codeInput(sender, { certain: true }),
    },
    yourPassword(),
    ...secondFactor.map((field) => ({ ...field, when: changes })),
  ];
  return <FormDrawer open title={t(title)} form={form} fields={fields} onClose={onClose} />;
}
