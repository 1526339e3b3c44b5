import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { ALARM_CALLS } from '../../shared/alarms/alarm-calls.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

export const live: readonly LiveBinding[] = [
  // A monitored client that came or went raises an alarm too.
  { message: alarmsChanged, refresh: [...ALARM_CALLS, alarmCalls.listAlarmRules, alarmCalls.queryAlarmMacs] },
];
