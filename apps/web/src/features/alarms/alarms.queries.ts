import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Alarm, AlarmRule, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { Call, OutputOf } from '@airloom/contract/call';
import { LIMITS } from '@airloom/contract/limits';
import { useCall } from '../../shared/api/use-call.ts';

/** Whatever an alarm shows up in. */
export const ALARM_CALLS: readonly Call[] = [
  alarmCalls.queryAlarm,
  alarmCalls.viewAlarm,
  alarmCalls.queryHisAlarm,
  alarmCalls.viewHisAlarm,
  alarmCalls.getAlarmLogCount,
];

/** A rule that changes or goes takes its alarms with it. */
export const RULE_CALLS: readonly Call[] = [alarmCalls.listAlarmRules, ...ALARM_CALLS];

/** What is known of an alarm whether it goes on or is over. */
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

/** One alarm; when it ends while somebody looks at it, it goes on being shown as what it was. */
export function useAlarm(uuid: string, over: boolean): Looked {
  const open = useCall(alarmCalls.viewAlarm, { alarmUUID: uuid }, { enabled: !over });
  const ended = over || open.data?.isOver === true;
  const past = useCall(alarmCalls.viewHisAlarm, { alarmHistoryUUID: uuid }, { enabled: ended });
  const shown = ended ? past : open;
  return { alarm: shown.data ?? open.data, error: shown.error, retry: () => void shown.refetch() };
}

const NO_RULES: readonly AlarmRule[] = [];

/** All rules there are: an account has no more than one answer can hold. */
export function useAllRules(wanted: boolean): { rules: readonly AlarmRule[]; known: boolean } {
  const { data } = useCall(
    alarmCalls.listAlarmRules,
    { size: LIMITS.alarmRule.perAccountMax },
    { enabled: wanted },
  );
  return { rules: data?.rows ?? NO_RULES, known: data !== undefined };
}

/** Nothing is watched: there are rules, and all are off. */
export function allOff(rules: readonly AlarmRule[]): boolean {
  return rules.length > 0 && rules.every((rule) => !rule.enabled);
}
