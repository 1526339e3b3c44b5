import { DAY, MINUTE } from './time.ts';
import { MEGABYTE } from './units.ts';

/**
 * Limits that belong to no domain; those of a domain are in its `<domain>.limits.ts`. `…Min`/`…Max` without a unit
 * count characters of a text or whole units of a number; bytes, time and money have their unit in the name. Bounds
 * are inclusive.
 */
export const LIMITS = {
  request: {
    timeoutMs: 30_000,
    repeatKeyMin: 16,
    repeatKeyMax: 64,
    /** The answer of a writing call is kept this long for repeats. */
    repeatKeptMs: 10 * MINUTE,
    /** Longer answers are not kept. */
    repeatedAnswerMaxBytes: 256 * 1024,
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
  sheet: {
    importMaxBytes: 3 * MEGABYTE,
    importRowsMax: 5_000,
    importCellsMax: 200_000,
    /** Of a workbook, which is an archive. */
    importUnpackedMaxBytes: 16 * MEGABYTE,
    exportRowsMax: 200_000,
    exportMaxBytes: 256 * MEGABYTE,
    /** An exported file can be downloaded, and an imported one read, for this long. */
    keptMs: DAY,
  },
  upload: {
    maxBytes: 3 * MEGABYTE,
    firmwareMaxBytes: 128 * MEGABYTE,
    /** In flight of one account at the same time. */
    atOnceMax: 4,
  },
} as const;
