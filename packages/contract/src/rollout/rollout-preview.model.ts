import { z } from 'zod';
import { timestamp } from '../fields.ts';

/** Sites that start at the same moment and show the same time then. */
export const startGroup = z.object({
  startsAt: timestamp,
  /** Null: no end. */
  endsAt: timestamp.nullable(),
  /** Start on the clocks of these sites, such as `2026-11-18T02:00`, and their offset from UTC; null without sites. */
  local: z.string().nullable(),
  offsetMinutes: z.number().int().nullable(),
  /** From 1; a later night when devices did not start in the first. */
  night: z.number().int(),
  /** Starts later than requested because the time has passed there today. */
  isNextDay: z.boolean(),
  /** The requested time does not exist on that day: clocks are set forward. */
  isShifted: z.boolean(),
  hasBegun: z.boolean(),
  sites: z.number().int(),
  /** The first of their names. */
  siteNames: z.array(z.string()),
  devices: z.number().int(),
  /** Devices that have not started yet. */
  waiting: z.number().int(),
});
export type StartGroup = z.infer<typeof startGroup>;

/** What a rollout would do; `Reason` says why devices are left out. */
export function rolloutPreview<Reason extends z.ZodType>(reason: Reason) {
  return z.object({
    devices: z.number().int(),
    groups: z.array(startGroup),
    leftOut: z.array(z.object({ reason, devices: z.number().int(), names: z.array(z.string()) })),
  });
}
