import type { ErrorRow } from '../common-errors.ts';

export const MONEY_ERRORS = {
  balanceShort: { code: 41104, http: 200 },
} as const satisfies Record<string, ErrorRow>;
