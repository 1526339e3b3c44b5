import { MEGABYTE } from './units.ts';

/**
 * Limits that belong to no domain; those of a domain are in its `<domain>.limits.ts`. `…Min`/`…Max` without a unit
 * count characters of a text or whole units of a number; bytes, time and money have their unit in the name. Bounds
 * are inclusive.
 */
export const LIMITS = {
  request: {
    timeoutMs: 30_000,
  },
  toastMs: 2_000,
  timeZone: {
    offsetMinMinutes: -12 * 60,
    offsetMaxMinutes: 14 * 60,
  },
  network: {
    vlanIdMin: 1,
    vlanIdMax: 4094,
    /** Access points reserve the VLANs above it. */
    managementVlanIdMax: 4050,
    portMin: 1,
    portMax: 65_535,
    cidrSuffixMin: 1,
    cidrSuffixMax: 32,
  },
  live: {
    watchedMax: 20,
  },
  upload: {
    maxBytes: 3 * MEGABYTE,
    firmwareMaxBytes: 128 * MEGABYTE,
    /** In flight of one account at the same time. */
    atOnceMax: 4,
  },
} as const;
