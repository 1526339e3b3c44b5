import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';

export function useModeNames(): Readonly<Record<NoticeMode, string>> {
  const { t } = useTranslation();
  return {
    page: t('alarms.page.mode.page'),
    mail: t('alarms.page.mode.mail'),
    sms: t('alarms.page.mode.sms'),
    webhook: t('alarms.page.mode.webhook'),
  };
}
