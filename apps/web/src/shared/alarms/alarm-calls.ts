import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Call } from '@airloom/contract/call';

/** Calls whose answers contain alarms. */
export const ALARM_CALLS: readonly Call[] = [
  alarmCalls.queryAlarm,
  alarmCalls.viewAlarm,
  alarmCalls.queryHisAlarm,
  alarmCalls.viewHisAlarm,
  alarmCalls.getAlarmLogCount,
];
