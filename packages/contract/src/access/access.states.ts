export const INVITATION_STATUSES = ['sent', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** Which status an invitation may move to from each. */
export const INVITATION_TRANSITIONS: Record<InvitationStatus, readonly InvitationStatus[]> = {
  sent: ['accepted', 'revoked', 'expired'],
  expired: ['sent', 'revoked'],
  accepted: [],
  revoked: [],
};

export const INVITATION_TONES = {
  sent: 'processing',
  accepted: 'ok',
  revoked: 'offline',
  expired: 'warn',
} as const satisfies Record<InvitationStatus, string>;
