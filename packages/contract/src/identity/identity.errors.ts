import type { ErrorRow } from '../common-errors.ts';

export const IDENTITY_ERRORS = {
  wrongCredentials: { code: 40901, http: 200 },
  codeWrong: { code: 40902, http: 200 },
  secondFactorWrong: { code: 40903, http: 200 },
  signInTicketExpired: { code: 40904, http: 200 },
  userNameTaken: { code: 40905, http: 200 },
  contactTaken: { code: 40906, http: 200 },
  userNameChangeTooSoon: { code: 40907, http: 200 },
  passwordUnchanged: { code: 40909, http: 200 },
  qrExpired: { code: 40910, http: 200 },
  registrationClosed: { code: 40911, http: 200 },
  wechatNotConfigured: { code: 40912, http: 200 },
  wechatFailed: { code: 40913, http: 200 },
  wechatNotBound: { code: 40914, http: 200 },
  twoFactorNeedsContact: { code: 40916, http: 200 },
  twoFactorNotBegun: { code: 40917, http: 200 },
  demoOff: { code: 40918, http: 200 },
  accountNameMismatch: { code: 40920, http: 200 },
} as const satisfies Record<string, ErrorRow>;
