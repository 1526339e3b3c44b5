import { useTranslation } from 'react-i18next';
import { AlarmList } from '../components/AlarmList.tsx';

const EVERYWHERE = { siteUUID: undefined, enterpriseUUID: undefined };

/** Alarms of all visible sites, whichever site is selected. */
export default function AllAlarmsPage() {
  const { t } = useTranslation();
  return (
    <AlarmList title={t('nav.topalarm')} lead={t('alarms.page.leadAll')} place={EVERYWHERE} everywhere />
  );
}
