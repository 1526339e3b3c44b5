import type { ErrorRow } from '../common-errors.ts';

export const TOPOLOGY_ERRORS = {
  linkDuplicate: { code: 41020, http: 200 },
  linkUplinkTaken: { code: 41021, http: 200 },
  linkRootLoop: { code: 41022, http: 200 },
} as const satisfies Record<string, ErrorRow>;
