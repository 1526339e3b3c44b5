import { z } from 'zod';
import type { DeviceKind } from '../devices/device-classes.ts';
import { BANDS } from '../devices/devices.model.ts';
import { integerWithin, uuid } from '../fields.ts';
import { portNames, portSelection } from '../switches/port-names.ts';
import { COMMAND_LIMITS } from './commands.limits.ts';
import type { CommandName } from './commands.model.ts';

/** Uplink ports that a person confirmed by name: the command can cut the switch off from the network for a time. */
const confirmedUplinks = portNames.default([]);

/** A command as a person sends it. */
export const commandInput = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reboot') }),
  z.object({
    name: z.literal('locate'),
    seconds: integerWithin(COMMAND_LIMITS.locateMinSeconds, COMMAND_LIMITS.locateMaxSeconds).default(30),
    pattern: z.enum(['blink', 'on', 'off']).default('blink'),
  }),
  z.object({ name: z.literal('reonline') }),
  z.object({ name: z.literal('factoryReset') }),
  z.object({ name: z.literal('requestState') }),
  z.object({ name: z.literal('ping') }),
  z.object({ name: z.literal('wifiScan'), bands: z.array(z.enum(BANDS)).max(BANDS.length).default([]) }),
  z.object({
    name: z.literal('trace'),
    seconds: integerWithin(COMMAND_LIMITS.traceMinSeconds, COMMAND_LIMITS.traceMaxSeconds),
    network: z.enum(['up', 'down']).default('up'),
  }),
  z.object({
    name: z.literal('script'),
    script: z
      .string('validation.required')
      .min(1, 'validation.required')
      .max(COMMAND_LIMITS.scriptMax, 'validation.tooLong')
      // Neither can be stored.
      .refine((value) => value.isWellFormed() && !value.includes('\0'), 'validation.controlCharacter'),
  }),
  /** Turns the power of switch ports off and on again. */
  z.object({ name: z.literal('powerCycle'), ports: portSelection, confirmedUplinks }),
  /** Measures the cables at copper ports; their links are down meanwhile. */
  z.object({
    name: z.literal('cableTest'),
    ports: portSelection.refine(
      (ports) => ports.length <= COMMAND_LIMITS.cableTestPortsMax,
      'validation.tooMany',
    ),
    confirmedUplinks,
  }),
]);
export type CommandInput = z.infer<typeof commandInput>;

export const sendCommandInput = z.object({
  deviceUUIDs: z
    .array(uuid)
    .min(1, 'validation.required')
    .max(COMMAND_LIMITS.devicesMax, 'validation.tooMany')
    .transform((ids) => [...new Set(ids)]),
  command: commandInput,
});

/** Decides whether a device supports a command at all. */
export interface CommandTarget {
  readonly kind: DeviceKind;
  /** It is a member of a controller, which cannot pass commands on to it. */
  readonly isMember: boolean;
  readonly radios: number;
  /** It is a controller with members, and releases their clients for them. */
  readonly hasMembers: boolean;
}

/**
 * Why a device never supports a command, in any state; null when it does. `unsupported`: its firmware does not know
 * the command (specification §8). `underController`: its controller cannot pass the command on.
 */
export function inabilityOf(
  device: CommandTarget,
  name: CommandName,
): 'unsupported' | 'underController' | null {
  if (device.isMember) return 'underController';
  return isKnown(device, name) ? null : 'unsupported';
}

/** The switches' client answers "Success" to these and does nothing. */
const UNKNOWN_TO_SWITCHES: ReadonlySet<CommandName> = new Set(['locate', 'trace']);

function isKnown(device: CommandTarget, name: CommandName): boolean {
  if (name === 'wifiScan') return device.radios > 0;
  if (name === 'powerCycle' || name === 'cableTest') return device.kind === 'switch';
  if (name === 'releaseClients') return device.radios > 0 || device.hasMembers;
  return device.kind !== 'switch' || !UNKNOWN_TO_SWITCHES.has(name);
}
