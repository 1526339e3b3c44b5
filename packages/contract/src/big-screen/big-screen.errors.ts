import type { ErrorRow } from '../common-errors.ts';

export const BIG_SCREEN_ERRORS = {
  screenLinkEnded: { code: 40102, http: 401 },
  screenLinkAddress: { code: 40304, http: 403 },
} as const satisfies Record<string, ErrorRow>;
