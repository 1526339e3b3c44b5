import { DAY } from '../time.ts';

export const ORGANIZATION_LIMITS = {
  nameMin: 1,
  nameMax: 64,
  addressMax: 128,
} as const;

export const SITE_LIMITS = {
  nameMin: 1,
  nameMax: 30,
  addressMax: 128,
  contactNameMax: 30,
  remarkMax: 100,
  codeMax: 32,
  ntpServerMax: 255,
} as const;

export const BIN_LIMITS = {
  keptMs: 30 * DAY,
} as const;
