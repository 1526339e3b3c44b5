import { useTranslation } from 'react-i18next';
import { SeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import type { Place } from '../../../shared/session/place.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import './alarms.css';
import { CurrentTab } from './CurrentTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';

interface AlarmListProps {
  title: string;
  lead: string;
  place: Place;
  everywhere: boolean;
}

/** Active alarms and history. The open alarm is part of the address: `?alarm=…`. */
export function AlarmList({ title, lead, place, everywhere }: AlarmListProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <SeenKindsNote />
      <AddressTabs
        label={title}
        items={[
          {
            key: 'current',
            label: t('alarms.page.tab.current'),
            children: <CurrentTab place={place} everywhere={everywhere} />,
          },
          {
            key: 'history',
            label: t('alarms.page.tab.history'),
            children: <HistoryTab place={place} everywhere={everywhere} />,
          },
        ]}
      />
    </>
  );
}
