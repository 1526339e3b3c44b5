import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { loginInput } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { passwordInput, textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { GateFrame } from '../components/GateFrame.tsx';
import { OtherSignInMethods } from '../components/OtherSignInMethods.tsx';
import { RefusalNote } from '../components/RefusalNote.tsx';
import { type SignIn, useSignIn } from '../use-sign-in.ts';
import { useWechatReturn } from '../wechat.ts';

const SecondFactorGate = lazy(() => import('../components/SecondFactorGate.tsx'));

/** After a password reset the name is filled in. */
const handedOver = z.object({ username: z.string() });

const fieldsFor = (named: boolean): FieldDef<typeof loginInput>[] => [
  {
    name: 'username',
    label: 'identity.login.name',
    input: textInput({ autoComplete: 'username', autoFocus: !named }),
  },
  {
    name: 'password',
    label: 'identity.password.label',
    input: passwordInput({ autoComplete: 'current-password', autoFocus: named }),
  },
];

function PasswordForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const location = useLocation();
  const username = handedOver.safeParse(location.state).data?.username ?? '';
  const form = useSchemaForm({
    schema: loginInput,
    initial: { username, password: '' },
    submit: (values) => signIn.attempt(() => call(signInCalls.login, values, { quiet: true })),
  });
  return (
    <SchemaForm form={form} fields={fieldsFor(username !== '')}>
      <Link to={`/findpwd${location.search}`} className="gate-end">
        {t('identity.login.forgot')}
      </Link>
      <Button type="primary" htmlType="submit" block loading={form.pending} disabled={signIn.refusal.waiting}>
        {t('identity.login.submit')}
      </Button>
    </SchemaForm>
  );
}

export default function LoginPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const signIn = useSignIn();
  const installation = useCall(signInCalls.initDomain, {});

  useWechatReturn((answer) => {
    signIn
      .attempt(() => call(signInCalls.wechatLogin, answer, { quiet: true }))
      .catch((error: unknown) => {
        // The refusal is shown above the form.
        if (!(error instanceof CallFailure)) throw error;
      });
  });

  if (signIn.challenge !== null) {
    return (
      <Suspense>
        <SecondFactorGate challenge={signIn.challenge} signIn={signIn} />
      </Suspense>
    );
  }
  return (
    <GateFrame
      title={t('identity.login.title')}
      links={
        installation.data?.registration && (
          <span>
            {t('identity.login.noAccount')}{' '}
            <Link to={`/register${search}`}>{t('identity.login.register')}</Link>
          </span>
        )
      }
    >
      <div className="gate-stack">
        <RefusalNote refusal={signIn.refusal} />
        <PasswordForm signIn={signIn} />
        {installation.data && <OtherSignInMethods installation={installation.data} />}
      </div>
    </GateFrame>
  );
}
