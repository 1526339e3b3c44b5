import { useTranslation } from 'react-i18next';
import { AlarmList } from '../components/AlarmList.tsx';

export default function AlarmsPage() {
  const { t } = useTranslation();
  return <AlarmList title={t('nav.alarmList')} />;
}
