import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Alarm, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { OutputOf } from '@airloom/contract/call';
import { useCall } from '../api/use-call.ts';

/** Fields of active and cleared alarms. */
export type AlarmFacts = Omit<Alarm, 'alarmUUID'>;

export function isOver(alarm: AlarmFacts): alarm is PastAlarm {
  return 'clearedAt' in alarm;
}

type Told = OutputOf<typeof alarmCalls.viewAlarm> | OutputOf<typeof alarmCalls.viewHisAlarm>;

interface Looked {
  alarm: Told | undefined;
  error: Error | null;
  retry(): void;
}

/** One alarm; stays visible when it clears while it is open. */
export function useAlarm(uuid: string, over: boolean): Looked {
  const open = useCall(alarmCalls.viewAlarm, { alarmUUID: uuid }, { enabled: !over });
  const ended = over || open.data?.isOver === true;
  const past = useCall(alarmCalls.viewHisAlarm, { alarmHistoryUUID: uuid }, { enabled: ended });
  const shown = ended ? past : open;
  return { alarm: shown.data ?? open.data, error: shown.error, retry: () => void shown.refetch() };
}
