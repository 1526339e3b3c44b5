import { BANDS } from '@airloom/contract/devices/devices.model';
import { z } from 'zod';
import { COMMANDS, type DeviceCommand, deviceCommand, LED_PATTERNS } from './command-model.ts';
import { compressedParams, inflateParams } from './compression.ts';

/** A command frame as read by a device. */
export type CommandRead =
  | { readonly id: number; readonly command: DeviceCommand }
  /** A known method with invalid parameters. */
  | { readonly id: number; readonly invalidMethod: string }
  | { readonly id: number; readonly unknownMethod: string };

const CONFIGURATION_MAX_BYTES = 4 * 1024 * 1024;

const envelope = z.object({
  id: z.number().int(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
});

/** Device side of `commandFrame`; null for anything but a command. */
export function readCommand(text: string): CommandRead | null {
  const read = envelope.safeParse(parse(text));
  if (!read.success) return null;
  const { id, method, params } = read.data;
  const reader = READERS.get(method);
  if (reader === undefined) return { id, unknownMethod: method };
  const command = reader(method === COMMANDS.configure.method ? unpacked(params) : params);
  return command === null ? { id, invalidMethod: method } : { id, command };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unpacked(params: unknown): unknown {
  const packed = compressedParams.safeParse(params);
  if (!packed.success) return params;
  const plain = inflateParams(packed.data.compress_64, CONFIGURATION_MAX_BYTES);
  return plain === null ? null : parse(plain.toString());
}

type Reader = (params: unknown) => DeviceCommand | null;

function reads<Schema extends z.ZodType>(
  schema: Schema,
  toCommand: (params: z.infer<Schema>) => DeviceCommand,
): Reader {
  return (params) => {
    const read = schema.safeParse(params);
    if (!read.success) return null;
    const command = deviceCommand.safeParse(toCommand(read.data));
    return command.success ? command.data : null;
  };
}

const flag = z.union([z.boolean(), z.number()]).optional();
const figure = z.number();
const anything = z.looseObject({});

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    [COMMANDS.configure.method]: reads(
      z.object({ uuid: figure, config: z.looseObject({ uuid: figure }) }),
      (params) => ({ name: 'configure', version: params.uuid, document: params.config }),
    ),
    [COMMANDS.reboot.method]: reads(anything, () => ({ name: 'reboot' })),
    [COMMANDS.ping.method]: reads(anything, () => ({ name: 'ping' })),
    [COMMANDS.factoryReset.method]: reads(z.object({ keep_redirector: flag }), (params) => ({
      name: 'factoryReset',
      keepRedirector: Boolean(params.keep_redirector),
    })),
    [COMMANDS.upgrade.method]: reads(
      z.object({ uri: z.string(), keep_redirector: flag, FWsignature: z.string().optional() }),
      (params) => ({
        name: 'upgrade',
        uri: params.uri,
        signature: params.FWsignature,
        keepRedirector: Boolean(params.keep_redirector),
      }),
    ),
    [COMMANDS.locate.method]: reads(
      z.object({ duration: figure, pattern: z.enum(LED_PATTERNS) }),
      (params) => ({ name: 'locate', seconds: params.duration, pattern: params.pattern }),
    ),
    [COMMANDS.trace.method]: reads(
      z.object({
        duration: figure.optional(),
        packets: figure.optional(),
        network: z.string().optional(),
        interface: z.string().optional(),
        uri: z.string(),
      }),
      (params) => ({ name: 'trace', durationSeconds: params.duration, ...params }),
    ),
    [COMMANDS.wifiScan.method]: reads(z.object({ bands: z.array(z.enum(BANDS)).optional() }), (params) => ({
      name: 'wifiScan',
      bands: params.bands,
    })),
    [COMMANDS.requestState.method]: reads(
      z.object({ message: z.enum(['state', 'healthcheck']), request_uuid: z.string() }),
      (params) => ({ name: 'requestState', requestId: params.request_uuid, what: params.message }),
    ),
    [COMMANDS.script.method]: reads(
      z.object({ type: z.literal('shell'), script: z.string(), timeout: figure }),
      (params) => ({
        name: 'script',
        script: Buffer.from(params.script, 'base64').toString(),
        timeoutSeconds: params.timeout,
      }),
    ),
    [COMMANDS.telemetry.method]: reads(z.object({ interval: figure }), (params) => ({
      name: 'telemetry',
      intervalSeconds: params.interval,
    })),
    [COMMANDS.remoteShell.method]: reads(
      z.object({
        id: z.string(),
        token: z.string(),
        server: z.string(),
        port: figure,
        user: z.string(),
        timeout: figure,
      }),
      (params) => ({
        name: 'remoteShell',
        id: params.id,
        token: params.token,
        host: params.server,
        port: params.port,
        user: params.user,
        timeoutSeconds: params.timeout,
      }),
    ),
    [COMMANDS.powerCycle.method]: reads(
      z.object({ ports: z.array(z.object({ name: z.string(), cycle: figure })) }),
      (params) => ({
        name: 'powerCycle',
        ports: params.ports.map((port) => ({ name: port.name, offMs: port.cycle })),
      }),
    ),
    [COMMANDS.cableTest.method]: reads(z.object({ ports: z.array(z.string()) }), ({ ports }) => ({
      name: 'cableTest',
      ports,
    })),
    [COMMANDS.releaseClients.method]: reads(
      z.object({
        actions: z.array(z.object({ action: z.literal('kick'), addr: z.string(), ban_time: figure })),
      }),
      (params) => ({
        name: 'releaseClients',
        clients: params.actions.map(({ addr, ban_time }) => ({ mac: addr, banSeconds: ban_time })),
      }),
    ),
  }),
);
