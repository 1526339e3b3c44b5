import type { ErrorRow } from '../common-errors.ts';

export const WEB_SHELL_ERRORS = {
  shellNotSupported: { code: 41190, http: 200 },
  shellDeviceOffline: { code: 41191, http: 200 },
  tooManyShells: { code: 41192, http: 200 },
  shellEnded: { code: 41193, http: 200 },
} as const satisfies Record<string, ErrorRow>;
