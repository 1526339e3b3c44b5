import { MEGABYTE } from '../units.ts';

export const TAG_LIMITS = {
  nameMax: 32,
  /** Also the number of tags in one change. */
  perDeviceMax: 20,
} as const;

export const NOTE_LIMITS = {
  textMax: 2_000,
  perDeviceMax: 200,
} as const;

export const PHOTO_LIMITS = {
  maxBytes: 5 * MEGABYTE,
  perDeviceMax: 10,
  /** Width and height in pixels; browsers decode the whole picture. */
  sideMax: 8_000,
  thumbnailSideMax: 480,
} as const;
