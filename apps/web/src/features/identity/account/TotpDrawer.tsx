import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { setAccountSwitchInput } from '@airloom/contract/identity/safety.rules';
import { code } from '@airloom/contract/identity/sign-in.rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../shared/api/query-client.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { QrCode } from '../../../shared/qr/QrCode.tsx';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { refreshSelf } from './refresh-self.ts';
import { useSecondFactorField } from './second-factor-field.tsx';
import { yourPassword } from './your-password.ts';

const QR_PX = 200;

const totpInput = setAccountSwitchInput.extend({ code });

const newApp: FieldDef<typeof totpInput>[] = [
  {
    name: 'code',
    label: 'account.twoFactor.appCode',
    input: textInput({ autoComplete: 'one-time-code', inputMode: 'numeric', code: true }),
  },
  yourPassword(),
];

/** Every request creates a new secret on the server, so the answer is never cached. */
function useFreshSecret() {
  return useQuery({
    ...callQuery(safetyCalls.beginTwoFactor, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function Secret() {
  const { t } = useTranslation();
  const begun = useFreshSecret();
  if (begun.error) return <FailedState error={begun.error} retry={() => void begun.refetch()} />;
  if (begun.isPending) return <Skeleton height={QR_PX} />;
  return (
    <div className="account-qr">
      <QrCode text={begun.data.uri} label={t('account.twoFactor.qr')} />
      <div>
        <span className="account-note">{t('account.twoFactor.secret')}</span>
        <CopyText text={begun.data.secret} />
      </div>
    </div>
  );
}

interface TotpDrawerProps {
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

export function TotpDrawer({ onClose, onCodes }: TotpDrawerProps) {
  const { t } = useTranslation();
  const fields: FieldDef<typeof totpInput>[] = [...newApp, ...useSecondFactorField()];
  const change = useCommand(safetyCalls.setAccountSwitch);
  const form = useSchemaForm({
    schema: totpInput,
    initial: { twoFactor: 'totp', code: '', password: '', secondFactor: '' },
    async submit(values) {
      const { recoveryCodes } = await change.run(values);
      await refreshSelf();
      onCodes(recoveryCodes);
    },
  });
  return (
    <FormDrawer
      open
      title={t('account.twoFactor.appTitle')}
      form={form}
      fields={fields}
      action={t('account.twoFactor.turnOn')}
      onClose={onClose}
    >
      <div className="account-steps">
        <p>{t('account.twoFactor.appText')}</p>
        <Secret />
      </div>
    </FormDrawer>
  );
}
