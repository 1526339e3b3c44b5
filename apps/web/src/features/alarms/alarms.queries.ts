import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import type { Call } from '@airloom/contract/call';
import { QUOTAS } from '@airloom/contract/quotas';
import { ALARM_CALLS } from '../../shared/alarms/alarm-calls.ts';
import { useCall } from '../../shared/api/use-call.ts';

/** A rule that is changed or deleted clears alarms. */
export const RULE_CALLS: readonly Call[] = [alarmCalls.listAlarmRules, ...ALARM_CALLS];

const NO_RULES: readonly AlarmRule[] = [];

/** All rules: an account has no more than one answer can hold. */
export function useAllRules(wanted: boolean): { rules: readonly AlarmRule[]; known: boolean } {
  const { data } = useCall(
    alarmCalls.listAlarmRules,
    { size: QUOTAS.alarmRules.highest },
    { enabled: wanted },
  );
  return { rules: data?.rows ?? NO_RULES, known: data !== undefined };
}

/** Whether there are rules and all are disabled. */
export function allOff(rules: readonly AlarmRule[]): boolean {
  return rules.length > 0 && rules.every((rule) => !rule.enabled);
}
