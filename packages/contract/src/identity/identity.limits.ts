import { DAY, MINUTE } from '../time.ts';

export const SESSION_LIMITS = {
  inactivityMs: 30 * MINUTE,
  /** Organizations and sites that are offered as selected before. */
  recentScopesMax: 5,
} as const;

export const ACCOUNT_LIMITS = {
  passwordMin: 8,
  passwordMax: 32,
  userNameMax: 16,
  aliasMin: 1,
  aliasMax: 20,
  nicknameMax: 32,
  enterpriseNameMax: 64,
  phoneMin: 7,
  phoneMax: 18,
  emailMax: 64,
  inviteMax: 5,
  /** Organizations or sites that one person can be given individually. */
  selectionMax: 500,
  invitationValidMs: 7 * DAY,
  userNameChangeEveryMs: 30 * DAY,
  /** A closed account can be restored by the operator for this long. */
  closedKeptMs: 30 * DAY,
} as const;

export const CODE_LIMITS = {
  validMs: 30 * MINUTE,
  attemptsMax: 5,
  resendMs: MINUTE,
  /** Of a code to reset a password: long, because attempts are not counted by person. */
  resetDigits: 12,
} as const;

export const SIGN_IN_LIMITS = {
  ticketValidMs: 10 * MINUTE,
  qrValidMs: 3 * MINUTE,
  recoveryCodes: 10,
} as const;
