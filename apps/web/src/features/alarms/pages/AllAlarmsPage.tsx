import { useTranslation } from 'react-i18next';
import { AlarmList } from '../components/AlarmList.tsx';

/** The same list at the address that the header links to. */
export default function AllAlarmsPage() {
  const { t } = useTranslation();
  return <AlarmList title={t('nav.topalarm')} />;
}
