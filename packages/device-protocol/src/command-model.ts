import { BANDS } from '@airloom/contract/devices/devices.model';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { z } from 'zod';

const int32 = z.number().int().min(0).max(2_147_483_647);

export const LED_PATTERNS = ['on', 'off', 'blink'] as const;

/** Commands for devices, with the names of the product. */
export const deviceCommand = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('configure'),
    version: int32,
    document: z.record(z.string(), z.unknown()),
  }),
  z.object({ name: z.literal('reboot') }),
  z.object({ name: z.literal('factoryReset'), keepRedirector: z.boolean() }),
  z.object({
    name: z.literal('upgrade'),
    uri: z.string(),
    signature: z.string().optional(),
    keepRedirector: z.boolean(),
  }),
  z.object({ name: z.literal('locate'), seconds: int32, pattern: z.enum(LED_PATTERNS) }),
  /** Ends after a time or a number of packets; captures a network or one interface. */
  z.object({
    name: z.literal('trace'),
    durationSeconds: int32.optional(),
    packets: int32.optional(),
    network: z.string().optional(),
    interface: z.string().optional(),
    uri: z.string(),
  }),
  z.object({ name: z.literal('wifiScan'), bands: z.array(z.enum(BANDS)).optional() }),
  z.object({
    name: z.literal('requestState'),
    requestId: z.string(),
    what: z.enum(['state', 'healthcheck']),
  }),
  z.object({ name: z.literal('ping') }),
  z.object({ name: z.literal('script'), script: z.string(), timeoutSeconds: int32 }),
  /** Reports every few seconds; 0 ends it. */
  z.object({ name: z.literal('telemetry'), intervalSeconds: int32 }),
  z.object({
    name: z.literal('remoteShell'),
    id: z.string(),
    token: z.string(),
    host: z.string(),
    port: int32,
    user: z.string(),
    timeoutSeconds: int32,
  }),
  z.object({
    name: z.literal('powerCycle'),
    ports: z.array(z.object({ name: z.string(), offMs: int32 })),
  }),
  z.object({ name: z.literal('cableTest'), ports: z.array(z.string()).min(1) }),
  /** Disconnects clients, each for at least this time. */
  z.object({
    name: z.literal('releaseClients'),
    clients: z.array(z.object({ mac: z.string(), banSeconds: int32 })).min(1),
  }),
]);
export type DeviceCommand = z.infer<typeof deviceCommand>;
export type CommandName = DeviceCommand['name'];

export interface CommandTraits {
  /** Method name on the wire. */
  readonly method: string;
  /** Answer timeout. */
  readonly timeoutMs: number;
  /** Time until the effect must be confirmed; null when the answer confirms it. */
  readonly confirmMs: number | null;
  /** No second command of its kind may be pending or in flight. */
  readonly exclusive: boolean;
  /** It restarts or disconnects the device: other commands in flight may be lost. */
  readonly disrupts: boolean;
  /** Some clients execute it without an answer. */
  readonly mayNotAnswer: boolean;
  /** What confirms it: devices answer "Success" to methods they do not know. */
  readonly confirmedBy: 'answer' | 'hello' | 'report' | 'upload';
}

const HARMLESS = { disrupts: false, mayNotAnswer: false };
const DISRUPTING = { disrupts: true, mayNotAnswer: false };

function answered(method: string, timeoutMs: number, exclusive = false): CommandTraits {
  return { ...HARMLESS, method, timeoutMs, confirmMs: null, exclusive, confirmedBy: 'answer' };
}

export const COMMANDS: Readonly<Record<CommandName, CommandTraits>> = {
  configure: {
    ...DISRUPTING,
    method: 'configure',
    timeoutMs: 120 * SECOND,
    confirmMs: 3 * MINUTE,
    exclusive: false,
    confirmedBy: 'report',
  },
  reboot: {
    ...DISRUPTING,
    method: 'reboot',
    timeoutMs: 30 * SECOND,
    confirmMs: 5 * MINUTE,
    exclusive: true,
    confirmedBy: 'hello',
  },
  factoryReset: {
    ...DISRUPTING,
    method: 'factory',
    timeoutMs: 30 * SECOND,
    confirmMs: 10 * MINUTE,
    exclusive: true,
    confirmedBy: 'hello',
  },
  upgrade: {
    ...DISRUPTING,
    method: 'upgrade',
    // Access points wait 10 s, download the image with one retry, and answer afterwards.
    timeoutMs: 15 * MINUTE,
    confirmMs: 15 * MINUTE,
    exclusive: true,
    confirmedBy: 'hello',
  },
  trace: {
    ...HARMLESS,
    method: 'trace',
    timeoutMs: 300 * SECOND,
    confirmMs: 10 * MINUTE,
    exclusive: true,
    confirmedBy: 'upload',
  },
  requestState: {
    ...HARMLESS,
    method: 'request',
    timeoutMs: 30 * SECOND,
    confirmMs: MINUTE,
    exclusive: false,
    confirmedBy: 'report',
  },
  locate: answered('leds', 30 * SECOND),
  wifiScan: answered('wifiscan', 120 * SECOND, true),
  ping: answered('ping', 60 * SECOND),
  script: answered('script', 60 * SECOND, true),
  telemetry: answered('telemetry', 30 * SECOND),
  remoteShell: answered('rtty', 30 * SECOND),
  cableTest: answered('cable-diagnostics', 120 * SECOND, true),
  powerCycle: {
    ...HARMLESS,
    method: 'powercycle',
    timeoutMs: 60 * SECOND,
    confirmMs: 3 * MINUTE,
    exclusive: false,
    confirmedBy: 'report',
  },
  releaseClients: {
    disrupts: false,
    mayNotAnswer: true,
    method: 'rrm',
    timeoutMs: 60 * SECOND,
    confirmMs: 3 * MINUTE,
    exclusive: false,
    confirmedBy: 'report',
  },
};
