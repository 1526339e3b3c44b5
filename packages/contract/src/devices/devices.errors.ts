import type { ErrorRow } from '../common-errors.ts';

export const DEVICE_ERRORS = {
  deviceOnline: { code: 40970, http: 200 },
  apUnderGateway: { code: 40971, http: 200 },
  groupNameTaken: { code: 40972, http: 200 },
  groupElsewhere: { code: 40973, http: 200 },
  groupHasSettings: { code: 41033, http: 200 },
  groupHasNetworks: { code: 41034, http: 200 },
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
} as const satisfies Record<string, ErrorRow>;
