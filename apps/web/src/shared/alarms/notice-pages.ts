/** Where it is said who is told, which webhooks there are, and what became of notices. */
export const NOTICE_SETTING = '/alarm/noticeSetting';
export const WEBHOOKS = `${NOTICE_SETTING}?tab=webhooks`;

/** What was told of one alarm. */
export function noticesOf(alarmUUID: string): string {
  return `${NOTICE_SETTING}?tab=log&alarmUUID=${alarmUUID}`;
}
