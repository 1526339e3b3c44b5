import { MEGABYTE } from '../units.ts';

export const ADVICE_LIMITS = {
  titleMax: 50,
  attachmentsMax: 5,
  attachmentMaxBytes: 10 * MEGABYTE,
} as const;
