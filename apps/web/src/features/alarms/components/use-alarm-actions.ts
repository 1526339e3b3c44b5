import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import type { Alarm } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { confirmAlarms } from '../../../shared/alarms/confirm-alarms.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';

/** An action on alarms that waits for an optional note. */
export interface Deed {
  do: 'confirm' | 'clear';
  alarmUUIDs: readonly string[];
  done(): void;
}

type Handled = Pick<Alarm, 'alarmUUID' | 'state'>;

const nothing = (): void => undefined;

/** Actions on active alarms, for one in its row or drawer and for those selected. */
export function useAlarmActions(
  ask: (deed: Deed) => void,
): (alarms: readonly Handled[], done?: () => void) => Action[] {
  const { t } = useTranslation();
  const maximum = ALARM_RULE_LIMITS.selectionMax;
  return (alarms, done = nothing) => {
    const tooMany = alarms.length > maximum ? t('alarms.page.tooMany', { maximum }) : undefined;
    const open = alarms.filter(({ state }) => state === 'unconfirmed');
    async function confirmOpen(): Promise<void> {
      await confirmAlarms(open.map(({ alarmUUID }) => alarmUUID));
      done();
    }
    return [
      {
        id: 'confirmAlarms',
        label: t('alarms.page.confirm.action'),
        icon: 'check',
        needs: 'current_alarm:operate',
        blocked: open.length === 0 ? t('alarms.page.confirm.already') : tooMany,
        run: () => void confirmOpen(),
      },
      {
        id: 'confirmAlarmsWithNote',
        label: t('alarms.page.confirm.withNote'),
        icon: 'edit',
        needs: 'current_alarm:operate',
        blocked: open.length === 0 ? t('alarms.page.confirm.already') : tooMany,
        run: () => ask({ do: 'confirm', alarmUUIDs: open.map(({ alarmUUID }) => alarmUUID), done }),
      },
      {
        id: 'clearAlarms',
        label: t('alarms.page.clear.action'),
        icon: 'clear',
        needs: 'current_alarm:operate',
        blocked: tooMany,
        run: () => ask({ do: 'clear', alarmUUIDs: alarms.map(({ alarmUUID }) => alarmUUID), done }),
      },
    ];
  };
}
