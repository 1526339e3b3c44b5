import type { ErrorRow } from '../common-errors.ts';

export const NOTICE_ERRORS = {
  noticeSettingNameTaken: { code: 41001, http: 200 },
  webhookNameTaken: { code: 41002, http: 200 },
  webhookKindFixed: { code: 41004, http: 200 },
  chatHasNoSecret: { code: 41005, http: 200 },
  noticeNotRetried: { code: 41003, http: 200 },
  noticesAskedTooOften: { code: 42905, http: 429 },
} as const satisfies Record<string, ErrorRow>;
