/** `dropped`: by the time it could be told, there was nothing left to tell. */
export const NOTICE_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const NOTICE_TRANSITIONS: Readonly<Record<NoticeState, readonly NoticeState[]>> = {
  waiting: ['sent', 'failed', 'dropped'],
  sent: [],
  // Tried again by hand.
  failed: ['waiting'],
  dropped: [],
};
