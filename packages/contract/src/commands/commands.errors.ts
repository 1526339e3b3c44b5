import type { ErrorRow } from '../common-errors.ts';

export const COMMAND_ERRORS = {
  offlineNotRebooted: { code: 40980, http: 200 },
  offlineNotReonlined: { code: 40981, http: 200 },
  deviceUpgrading: { code: 40982, http: 200 },
  functionUnsupported: { code: 40983, http: 200 },
  commandRunning: { code: 40984, http: 200 },
  orderNotPassedOn: { code: 40985, http: 200 },
  deviceNeverConnected: { code: 41145, http: 200 },
  scheduleEmpty: { code: 41065, http: 200 },
  scheduleUnsupported: { code: 41068, http: 200 },
  devicesWithoutSite: { code: 41069, http: 200 },
  devicesNeverConnected: { code: 41070, http: 200 },
  scheduleEdited: { code: 41066, http: 200 },
  scheduleStarted: { code: 41067, http: 200 },
} as const satisfies Record<string, ErrorRow>;
