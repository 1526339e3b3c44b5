import type { ErrorRow } from '../common-errors.ts';

export const FIRMWARE_ERRORS = {
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
  campaignEdited: { code: 41060, http: 200 },
  deviceWithoutSite: { code: 41062, http: 200 },
  campaignBegun: { code: 41061, http: 200 },
} as const satisfies Record<string, ErrorRow>;
