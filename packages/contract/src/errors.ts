import type { Quota } from './quotas.ts';

/** One row per way a call can fail: the envelope's code, and the HTTP status for infrastructure. */
export interface ErrorRow {
  readonly code: number;
  readonly http: number;
}

export const OK = 0;
export const OK_NOTHING_CHANGED = 2;
export const OK_ACCEPTED = 15;
export const SUCCESS_CODES: readonly number[] = [OK, OK_NOTHING_CHANGED, OK_ACCEPTED];

/** The text of error `key` is the message `errors.<key>`. */
export const ERRORS = {
  // the account itself
  accountError: { code: 909, http: 200 },

  // session
  tokenTimeout: { code: 40100, http: 401 },
  accessDataDeleted: { code: 40101, http: 401 },

  // permission
  permissionDenied: { code: 40300, http: 403 },
  clientHeaderMissing: { code: 40301, http: 403 },
  grantsMoreThanHeld: { code: 40302, http: 200 },
  demoReadOnly: { code: 40303, http: 200 },

  // not found
  notFound: { code: 40400, http: 404 },
  unknownCall: { code: 40401, http: 404 },
  methodNotAllowed: { code: 40500, http: 405 },

  // state conflicts
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

  organizationNameTaken: { code: 40930, http: 200 },
  organizationHasSites: { code: 40931, http: 200 },
  organizationInView: { code: 40932, http: 200 },
  siteNameTaken: { code: 40933, http: 200 },
  siteCodeTaken: { code: 40934, http: 200 },
  siteOrganizationInBin: { code: 40935, http: 200 },
  siteHasDevices: { code: 40936, http: 200 },

  roleNameTaken: { code: 40940, http: 200 },
  roleInUse: { code: 40941, http: 200 },
  roleBuiltIn: { code: 40942, http: 200 },
  organizationAndSiteTogether: { code: 40943, http: 200 },
  selectionRequired: { code: 40944, http: 200 },
  organizationNotSelectable: { code: 40945, http: 200 },
  sharesNotSelectable: { code: 40946, http: 200 },
  selfNotAllowed: { code: 40947, http: 200 },
  ownerNotAllowed: { code: 40948, http: 200 },
  invitationEnded: { code: 40949, http: 200 },
  invitationForSomeoneElse: { code: 40950, http: 200 },
  alreadyMember: { code: 40951, http: 200 },

  fileTypeRefused: { code: 40960, http: 200 },

  offlineNotRebooted: { code: 40980, http: 200 },
  offlineNotReonlined: { code: 40981, http: 200 },
  deviceUpgrading: { code: 40982, http: 200 },
  functionUnsupported: { code: 40983, http: 200 },
  commandRunning: { code: 40984, http: 200 },
  orderNotPassedOn: { code: 40985, http: 200 },

  offlineNotUpgraded: { code: 40990, http: 200 },
  deviceUnderController: { code: 40991, http: 200 },
  firmwareModelMismatch: { code: 40992, http: 200 },
  firmwareVersionTaken: { code: 40993, http: 200 },
  firmwareInUse: { code: 40994, http: 200 },
  firmwareKeyTaken: { code: 40995, http: 200 },
  firmwareUntrusted: { code: 40996, http: 200 },
  firmwareGone: { code: 40997, http: 200 },
  campaignEmpty: { code: 40998, http: 200 },
  campaignStateConflict: { code: 40999, http: 200 },

  deviceOnline: { code: 40970, http: 200 },
  apUnderGateway: { code: 40971, http: 200 },
  groupNameTaken: { code: 40972, http: 200 },
  groupElsewhere: { code: 40973, http: 200 },
  trustedCaTaken: { code: 40974, http: 200 },
  importUnreadable: { code: 40975, http: 200 },
  importWithoutColumns: { code: 40976, http: 200 },
  importTooManyRows: { code: 40977, http: 200 },
  configurationUnchanged: { code: 40978, http: 200 },
  apUnderController: { code: 40979, http: 200 },
  onlyAccessPoints: { code: 40986, http: 200 },
  deviceNotManaged: { code: 40987, http: 200 },
  siteObserveOnly: { code: 40988, http: 200 },
  notReportedYet: { code: 40989, http: 200 },
  previewOutdated: { code: 41032, http: 200 },
  deviceObserveOnly: { code: 41030, http: 200 },
  importTooLarge: { code: 41031, http: 200 },

  alarmRuleNameTaken: { code: 41000, http: 200 },
  noticeSettingNameTaken: { code: 41001, http: 200 },
  webhookNameTaken: { code: 41002, http: 200 },
  noticeNotRetried: { code: 41003, http: 200 },

  linkDuplicate: { code: 41020, http: 200 },
  linkUplinkTaken: { code: 41021, http: 200 },
  linkRootLoop: { code: 41022, http: 200 },

  // input
  invalidInput: { code: 42200, http: 200 },
  malformedRequest: { code: 42201, http: 400 },
  unsupportedMediaType: { code: 42202, http: 415 },
  payloadTooLarge: { code: 42203, http: 413 },
  rangeNotSatisfiable: { code: 42204, http: 416 },

  // limits
  tooManyAttempts: { code: 42900, http: 429 },
  tooManyRequests: { code: 42901, http: 429 },
  codeSentTooOften: { code: 42902, http: 429 },
  limitReached: { code: 42903, http: 200 },
  invitationSentTooOften: { code: 42904, http: 429 },
  noticesAskedTooOften: { code: 42905, http: 429 },
  tooManyCalls: { code: 42906, http: 429 },
  quotaReached: { code: 42907, http: 200 },

  // internal errors
  systemError: { code: 50000, http: 500 },
  databaseBusy: { code: 50300, http: 503 },
  readTimedOut: { code: 50400, http: 504 },
} as const satisfies Record<string, ErrorRow>;

export type ErrorKey = keyof typeof ERRORS;

interface LinkNames {
  readonly upper: string;
  readonly lower: string;
}

/** The values an error's text needs; texts that are not named here need none. */
export interface ErrorValues {
  readonly userNameChangeTooSoon: { readonly date: string };
  readonly tooManyAttempts: { readonly seconds: number };
  readonly codeSentTooOften: { readonly seconds: number };
  readonly invitationSentTooOften: { readonly seconds: number };
  readonly noticesAskedTooOften: { readonly maximum: number; readonly minutes: number };
  readonly limitReached: { readonly maximum: number };
  readonly quotaReached: {
    readonly quota: Quota;
    readonly used: number;
    readonly maximum: number;
    readonly advice: string;
  };
  /** The names of the devices meant. */
  readonly deviceOnline: { readonly names: string };
  readonly apUnderGateway: { readonly names: string };
  readonly apUnderController: { readonly names: string };
  readonly onlyAccessPoints: { readonly names: string };
  readonly deviceNotManaged: { readonly names: string };
  readonly siteObserveOnly: { readonly names: string };
  readonly notReportedYet: { readonly names: string };
  readonly previewOutdated: { readonly names: string };
  readonly importTooManyRows: { readonly maximum: number };
  readonly importTooLarge: { readonly cells: number; readonly megabytes: number };
  /** The names of the two devices. */
  readonly linkDuplicate: LinkNames;
  readonly linkRootLoop: LinkNames;
  /** Which device is downstream of which already. */
  readonly linkUplinkTaken: LinkNames;
}

export type PlainErrorKey = Exclude<ErrorKey, keyof ErrorValues>;

const keyByCode = new Map<number, ErrorKey>();
for (const key of Object.keys(ERRORS)) if (isErrorKey(key)) keyByCode.set(ERRORS[key].code, key);

export function isErrorKey(key: string): key is ErrorKey {
  return Object.hasOwn(ERRORS, key);
}

export function errorKeyOf(code: number): ErrorKey | undefined {
  return keyByCode.get(code);
}
