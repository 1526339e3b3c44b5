import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { AlarmList } from '../components/AlarmList.tsx';

/** Alarms of the selected site or organization. */
export default function AlarmsPage() {
  const { t } = useTranslation();
  const place = usePlace();
  const name = useSession((state) => state.currentSite?.name ?? '');
  return (
    <AlarmList
      title={t('nav.alarmList')}
      lead={name === '' ? t('alarms.page.leadAll') : t('alarms.page.lead', { name })}
      place={place}
      everywhere={false}
    />
  );
}
