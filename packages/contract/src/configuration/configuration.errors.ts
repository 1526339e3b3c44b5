import type { ErrorRow } from '../common-errors.ts';

export const CONFIGURATION_ERRORS = {
  /** Another person changed the setting meanwhile. */
  settingConflict: { code: 41040, http: 200 },
  /** What was reviewed is no longer what would be applied. */
  reviewOutdated: { code: 41041, http: 200 },
  changeEmpty: { code: 41042, http: 200 },
  changeStateConflict: { code: 41043, http: 200 },
  ssidTaken: { code: 41044, http: 200 },
  levelNotAllowed: { code: 41045, http: 200 },
  configurationUnreadable: { code: 41046, http: 200 },
  /** The device is of a kind that has no such setting. */
  settingNotOfDevice: { code: 41047, http: 200 },
  /** Ports that carry the connection to the cloud would lose it, and nobody confirmed that. */
  uplinkNotConfirmed: { code: 41048, http: 200 },
  vlanInUse: { code: 41049, http: 200 },
  portProfileInUse: { code: 41050, http: 200 },
  portProfileNameTaken: { code: 41051, http: 200 },
} as const satisfies Record<string, ErrorRow>;
