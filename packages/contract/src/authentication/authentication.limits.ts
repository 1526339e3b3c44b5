import { MEGABYTE } from '../units.ts';

export const STRATEGY_LIMITS = {
  nameMax: 32,
  successUrlMax: 255,
  freeAuthHoursMin: 1,
  freeAuthHoursMax: 23,
  adIntervalMin: 1,
  adIntervalMax: 99,
  welcomeTextMax: 100,
  backgroundImagesMax: 1,
  adImagesMax: 3,
  successImagesMax: 1,
  sameAccountUnlimited: 0,
} as const;

export const AUTH_SERVER_LIMITS = {
  sharedKeyMin: 1,
  sharedKeyMax: 32,
} as const;

export const WECHAT_LIMITS = {
  accountMax: 64,
  passwordMax: 64,
  appIdMax: 64,
  secretMax: 255,
} as const;

export const SMS_TEMPLATE_LIMITS = {
  titleMax: 32,
  contentMax: 255,
  /** Sign and content together, the code placeholder left out. */
  signAndContentMax: 64,
  effectiveWorkingDays: 3,
} as const;

export const WHITELIST_LIMITS = {
  ipMembersMax: 10,
  domainMembersMax: 10,
} as const;

export const AUTH_USER_LIMITS = {
  passwordMax: 32,
} as const;

export const AUTH_USER_IMPORT_LIMITS = {
  filesMax: 1,
  fileMaxBytes: 3 * MEGABYTE,
  rowsMax: 5_000,
  generatedPasswordLength: 6,
} as const;

export const VOUCHER_LIMITS = {
  countMin: 1,
  countMax: 99,
  validityMinutesMax: 59,
  validityHoursMax: 23,
  validityDaysMax: 365,
  passwordLength: 6,
} as const;
