import { alarmTypeName } from '@airloom/contract/alarms/alarms.model';
import { NOTICE_STEPS } from '@airloom/contract/notices/notices.model';
import { z } from 'zod';

export const ALARM_NOTICE = 'notices.page.alarm';

/** Values of an alarm message as sent by the server; without those its type does not have. */
const toldAlarm = z.object({
  step: z.enum(NOTICE_STEPS).exclude(['digest', 'test']),
  type: alarmTypeName,
  part: z.string(),
  place: z.string(),
  value: z.number().default(0),
  threshold: z.number().default(0),
});
export type AlarmMessage = z.infer<typeof toldAlarm>;

/** Null for other messages. */
export function alarmMessageIn(key: string, params: unknown): AlarmMessage | null {
  return key === ALARM_NOTICE ? (toldAlarm.safeParse(params).data ?? null) : null;
}
