import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../shared/ui/ShownOnce.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  userName: string;
  onDone(): void;
}

export function RecoveryCodes({ codes, userName, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('account.twoFactor.recovery')}
      text={t('account.twoFactor.recoveryText')}
      secret={codes.join('\n')}
      fileName={`airloom-${userName}.txt`}
      onDone={onDone}
    >
      <ul className="account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </ShownOnce>
  );
}
