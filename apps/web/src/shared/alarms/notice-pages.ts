/** Pages of notification settings, webhooks and the delivery log. */
export const NOTICE_SETTING = '/alarm/noticeSetting';
export const WEBHOOKS = `${NOTICE_SETTING}?tab=webhooks`;

/** Deliveries of one alarm. */
export function noticesOf(alarmUUID: string): string {
  return `${NOTICE_SETTING}?tab=log&alarmUUID=${alarmUUID}`;
}
