import type { ErrorRow } from '../common-errors.ts';

export const ORGANIZATION_ERRORS = {
  organizationNameTaken: { code: 40930, http: 200 },
  organizationHasSites: { code: 40931, http: 200 },
  organizationInView: { code: 40932, http: 200 },
  siteNameTaken: { code: 40933, http: 200 },
  siteCodeTaken: { code: 40934, http: 200 },
  siteOrganizationInBin: { code: 40935, http: 200 },
  siteHasDevices: { code: 40936, http: 200 },
} as const satisfies Record<string, ErrorRow>;
