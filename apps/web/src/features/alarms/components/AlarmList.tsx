import { useTranslation } from 'react-i18next';
import { SeenKindsNote } from '../../../shared/devices/SeenKindsNote.tsx';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import './alarms.css';
import { CurrentTab } from './CurrentTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';

/** Active alarms and history of the selected scope. The open alarm is part of the address: `?alarm=…`. */
export function AlarmList({ title }: { title: string }) {
  const { t } = useTranslation();
  const place = usePlace();
  const scope = useScope();
  const lead = scope === null ? t('alarms.page.leadAll') : t('alarms.page.lead', { name: scope.name });
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
            children: <CurrentTab place={place} />,
          },
          {
            key: 'history',
            label: t('alarms.page.tab.history'),
            children: <HistoryTab place={place} />,
          },
        ]}
      />
    </>
  );
}
