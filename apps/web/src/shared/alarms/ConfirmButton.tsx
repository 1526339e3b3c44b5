import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../session/session-store.ts';
import { confirmAlarms } from './confirm-alarms.ts';

/** Confirms one alarm by one click. `of` names it for those who do not see its row. */
export function ConfirmButton({ alarmUUID, of }: { alarmUUID: string; of: string }) {
  const { t } = useTranslation();
  const operates = useHolds('current_alarm:operate');
  const [isPending, setPending] = useState(false);
  if (!operates) return null;
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={`${t('alarms.page.confirm.action')}: ${of}`}
      onClick={(event) => {
        event.stopPropagation();
        setPending(true);
        void confirmAlarms([alarmUUID]).finally(() => setPending(false));
      }}
    >
      {t('alarms.page.confirm.action')}
    </Button>
  );
}
