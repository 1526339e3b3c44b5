import { IDENTITY_ERRORS } from '@airloom/contract/identity/identity.errors';
import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { loginCheckInput } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { failureText } from '../../../shared/api/on-failure.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useCodeSender } from '../use-code-sender.ts';
import { useRefusal } from '../use-refusal.ts';
import type { Challenge, SignIn } from '../use-sign-in.ts';
import { codeInput } from './code-input.tsx';
import { GateFrame } from './GateFrame.tsx';
import { RefusalNote } from './RefusalNote.tsx';

type Method = Challenge['methods'][number];

const ICONS = { totp: 'phone', sms: 'phone', mail: 'mail', recovery: 'key' } as const;

function useMethodTexts(challenge: Challenge) {
  const { t } = useTranslation();
  return {
    leads: {
      totp: t('identity.second.totpLead'),
      sms: t('identity.second.smsLead', { target: challenge.phone }),
      mail: t('identity.second.mailLead', { target: challenge.email }),
      recovery: t('identity.second.recoveryLead'),
    },
    choices: {
      totp: t('identity.second.useTotp'),
      sms: t('identity.second.useSms'),
      mail: t('identity.second.useMail'),
      recovery: t('identity.second.useRecovery'),
    },
  };
}

function CodeForm({ challenge, method, signIn }: { challenge: Challenge; method: Method; signIn: SignIn }) {
  const { t } = useTranslation();
  const refusal = useRefusal();
  const { ticket } = challenge;
  const form = useSchemaForm({
    schema: loginCheckInput,
    initial: { ticket, method, code: '' },
    async submit(values) {
      try {
        signIn.enter(await refusal.guard(() => call(signInCalls.loginCheck, values, { quiet: true })));
      } catch (error) {
        if (error instanceof CallFailure && error.is(IDENTITY_ERRORS.signInTicketExpired)) {
          signIn.startAgain(failureText(error));
        }
        throw error;
      }
    },
  });
  const channel = method === 'sms' ? 'sms' : 'mail';
  const sender = useCodeSender({
    request: () => ({
      input: { purpose: 'twoFactor', ticket, channel },
      to: method === 'sms' ? challenge.phone : challenge.email,
    }),
  });
  const bySender = method === 'sms' || method === 'mail';
  const fields: FieldDef<typeof loginCheckInput>[] = [
    {
      name: 'code',
      label: method === 'recovery' ? 'identity.second.recoveryCode' : 'identity.code.label',
      input: bySender
        ? codeInput(sender, { certain: true })
        : textInput({
            autoComplete: 'one-time-code',
            inputMode: method === 'totp' ? 'numeric' : 'text',
            autoFocus: true,
            code: true,
          }),
    },
  ];
  return (
    <div className="gate-stack">
      <RefusalNote refusal={refusal} />
      <SchemaForm form={form} fields={fields}>
        <Button type="primary" htmlType="submit" block loading={form.pending} disabled={refusal.waiting}>
          {t('identity.second.submit')}
        </Button>
      </SchemaForm>
    </div>
  );
}

/** The second factor, in place of the first step: any of the person's methods. */
export default function SecondFactorGate({ challenge, signIn }: { challenge: Challenge; signIn: SignIn }) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<Method>(challenge.methods[0] ?? 'recovery');
  const texts = useMethodTexts(challenge);
  const others = challenge.methods.filter((other) => other !== method);
  return (
    <GateFrame
      title={t('identity.second.title')}
      lead={texts.leads[method]}
      links={
        <Button type="link" onClick={() => signIn.startAgain()}>
          {t('identity.second.back')}
        </Button>
      }
    >
      <div className="gate-stack">
        <CodeForm key={method} challenge={challenge} method={method} signIn={signIn} />
        {others.length > 0 && (
          <>
            <p className="gate-or">{t('identity.login.or')}</p>
            <div className="gate-ways">
              {others.map((other) => (
                <button key={other} type="button" className="gate-way" onClick={() => setMethod(other)}>
                  <Icon name={ICONS[other]} />
                  {texts.choices[other]}
                </button>
              ))}
            </div>
          </>
        )}
      </div>
    </GateFrame>
  );
}
