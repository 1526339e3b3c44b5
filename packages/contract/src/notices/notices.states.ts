/** `dropped`: not needed any more when it was due. */
export const NOTICE_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const NOTICE_TRANSITIONS: Readonly<Record<NoticeState, readonly NoticeState[]>> = {
  waiting: ['sent', 'failed', 'dropped'],
  sent: [],
  // Retried by hand.
  failed: ['waiting'],
  dropped: [],
};
