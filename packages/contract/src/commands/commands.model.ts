import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { COMMAND_STATES } from './commands.states.ts';

export const commandState = z.enum(COMMAND_STATES);

/** Commands for devices. `configure`, `upgrade` and `releaseClients` are created by other calls. */
export const COMMAND_NAMES = [
  'configure',
  'upgrade',
  'reboot',
  'locate',
  'reonline',
  'factoryReset',
  'requestState',
  'ping',
  'wifiScan',
  'trace',
  'script',
  'releaseClients',
  'powerCycle',
  'cableTest',
] as const;
export const commandName = z.enum(COMMAND_NAMES);
export type CommandName = z.infer<typeof commandName>;

/** Details that the state does not contain: why the server ended a command, or that it was partly applied. */
export const COMMAND_REASONS = [
  'cancelled',
  'waitedTooLong',
  'unsupported',
  'underController',
  'observeOnly',
  'upgrading',
  'partly',
  'superseded',
  'sameVersion',
  'otherVersion',
  'badUpload',
  'neverConnected',
] as const;
export type CommandReason = (typeof COMMAND_REASONS)[number];

/** One command for one or more devices ("configuration log"). */
export const commandBatch = z.object({
  cfgUUID: uuid,
  command: commandName,
  createdAt: timestamp,
  createdBy: z.string(),
  total: z.number().int(),
  sending: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  endedAt: timestamp.nullable(),
  viewed: z.boolean(),
  /** Set when there is only one device. */
  deviceName: z.string().nullable(),
});
export type CommandBatch = z.infer<typeof commandBatch>;

/** The command for one device, and its result. */
export const deviceCommand = z.object({
  commandUUID: uuid,
  cfgUUID: uuid,
  command: commandName,
  deviceUUID: uuid,
  deviceName: z.string(),
  deviceKind,
  siteName: z.string(),
  state: commandState,
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** The device's own message. */
  text: z.string(),
  rejected: z.array(z.string()),
  reason: z.enum(COMMAND_REASONS).nullable(),
  /** A capture or the output of a script, to download or read. */
  result: z.object({
    fileUrl: z.string().nullable(),
    output: z.string().nullable(),
  }),
});
export type DeviceCommandRow = z.infer<typeof deviceCommand>;
