import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { phone as phoneRule, smsLoginInput } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { codeInput } from '../components/code-input.tsx';
import { GateFrame } from '../components/GateFrame.tsx';
import { phoneInput } from '../components/phone-input.tsx';
import { RefusalNote } from '../components/RefusalNote.tsx';
import { emptyPhone } from '../phone-text.ts';
import { checkedContact, useCodeSender } from '../use-code-sender.ts';
import { type SignIn, useSignIn } from '../use-sign-in.ts';

const SecondFactorGate = lazy(() => import('../components/SecondFactorGate.tsx'));

const phone = phoneInput({ takesFocus: true });

function PhoneForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const form = useSchemaForm({
    schema: smsLoginInput,
    initial: { phone: emptyPhone(navigator.languages), code: '' },
    submit: (values) => signIn.attempt(() => call(signInCalls.smsLogin, values, { quiet: true })),
  });
  const sender = useCodeSender({
    request() {
      const target = checkedContact(phoneRule, form.values.phone, (issue) => form.refuse('phone', issue));
      return target === null ? null : { input: { purpose: 'smsLogin', target }, to: target };
    },
  });
  const fields: FieldDef<typeof smsLoginInput>[] = [
    { name: 'phone', label: 'identity.contact.phone', input: phone },
    { name: 'code', label: 'identity.code.label', input: codeInput(sender) },
  ];
  return (
    <SchemaForm form={form} fields={fields}>
      <Button type="primary" htmlType="submit" block loading={form.pending} disabled={signIn.refusal.waiting}>
        {t('identity.login.submit')}
      </Button>
    </SchemaForm>
  );
}

export default function SmsLoginPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const signIn = useSignIn();
  if (signIn.challenge !== null) {
    return (
      <Suspense>
        <SecondFactorGate challenge={signIn.challenge} signIn={signIn} />
      </Suspense>
    );
  }
  return (
    <GateFrame
      title={t('identity.sms.title')}
      lead={t('identity.sms.lead')}
      links={<Link to={`/login${search}`}>{t('identity.backToLogin')}</Link>}
    >
      <div className="gate-stack">
        <RefusalNote refusal={signIn.refusal} />
        <PhoneForm signIn={signIn} />
      </div>
    </GateFrame>
  );
}
