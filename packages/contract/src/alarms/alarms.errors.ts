import type { ErrorRow } from '../common-errors.ts';

export const ALARM_ERRORS = {
  alarmRuleNameTaken: { code: 41000, http: 200 },
} as const satisfies Record<string, ErrorRow>;
