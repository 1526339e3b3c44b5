import { alarmTypeName } from '@airloom/contract/alarms/alarms.model';
import { NOTICE_STEPS } from '@airloom/contract/notices/notices.model';
import { z } from 'zod';

export const ALARM_NOTICE = 'notices.page.alarm';

/** What a notice of an alarm says, as the server tells it; without what alarms of its type do not have. */
const toldAlarm = z.object({
  step: z.enum(NOTICE_STEPS).exclude(['digest', 'test']),
  type: alarmTypeName,
  part: z.string(),
  place: z.string(),
  value: z.number().default(0),
  threshold: z.number().default(0),
});
export type ToldAlarm = z.infer<typeof toldAlarm>;

/** Null when it is no notice of an alarm. */
export function toldAlarmIn(key: string, params: unknown): ToldAlarm | null {
  return key === ALARM_NOTICE ? (toldAlarm.safeParse(params).data ?? null) : null;
}
