import { useTranslation } from 'react-i18next';

/** Why a client failed to join: translated for known reasons, otherwise as reported. */
export function useJoinReason(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => {
    if (reason === 'key-mismatch') return t('telemetry.word.key-mismatch');
    return reason === '' ? t('terminal-pages.reason.unknown') : reason;
  };
}
