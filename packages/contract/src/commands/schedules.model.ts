import { z } from 'zod';
import { deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { localStart } from '../rollout/local-start.ts';
import { rolloutPreview, startGroup } from '../rollout/rollout-preview.model.ts';
import type { CommandName } from './commands.model.ts';
import { LEFT_OUT_REASONS, SCHEDULE_STATES, SCHEDULED_DEVICE_STATES } from './schedules.states.ts';

/** Commands that make sense at a time when nobody watches. */
export const SCHEDULABLE_COMMANDS = [
  'reboot',
  'reonline',
  'wifiScan',
] as const satisfies readonly CommandName[];
export type SchedulableCommand = (typeof SCHEDULABLE_COMMANDS)[number];

/** One command for many devices at a later time. */
export const commandSchedule = z.object({
  /** Also the id of its batch in the log of commands. */
  scheduleUUID: uuid,
  command: z.enum(SCHEDULABLE_COMMANDS),
  state: z.enum(SCHEDULE_STATES),
  /** With a local start the earliest one of all sites. */
  startAt: timestamp,
  localStart: localStart.nullable(),
  /** Increases with each edit. */
  revision: z.number().int(),
  /** Counts of visible devices. */
  total: z.number().int(),
  waiting: z.number().int(),
  /** Waiting devices that did not start in the window of an earlier night. Part of `waiting`. */
  postponed: z.number().int(),
  sent: z.number().int(),
  leftOut: z.number().int(),
  createdAt: timestamp,
  createdBy: z.string(),
  /** Who edited it last, if another person: it starts in their name. */
  editedBy: z.string().nullable(),
  endedAt: timestamp.nullable(),
});
export type CommandSchedule = z.infer<typeof commandSchedule>;

/** `starts` is empty without a local start. */
export const commandScheduleDetail = commandSchedule.extend({ starts: z.array(startGroup) });
export type CommandScheduleDetail = z.infer<typeof commandScheduleDetail>;

export const scheduledDevice = z.object({
  device: deviceRef,
  siteName: z.string(),
  state: z.enum(SCHEDULED_DEVICE_STATES),
  reason: z.enum(LEFT_OUT_REASONS).nullable(),
  /** While it waits for a local start: when its site starts next, and in which night, from 1. */
  nextStart: z.object({ at: timestamp, night: z.number().int() }).nullable(),
});
export type ScheduledDevice = z.infer<typeof scheduledDevice>;

export const schedulePreview = rolloutPreview(z.enum(LEFT_OUT_REASONS));
export type SchedulePreview = z.infer<typeof schedulePreview>;
