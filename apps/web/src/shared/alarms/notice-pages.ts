/** Where it is said who is told, which webhooks there are, and what became of notices. */
export const NOTICE_SETTING = '/alarm/noticeSetting';
export const WEBHOOKS = `${NOTICE_SETTING}?tab=webhooks`;
