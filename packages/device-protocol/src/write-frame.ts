import { COMMANDS, type DeviceCommand } from './command-model.ts';
import { parametersOf } from './command-parameters.ts';
import { compressParams } from './compression.ts';
import { ACK_METHOD } from './extension.ts';
import type { Abilities, Serial } from './model.ts';

/** Receive buffer of an access point, which does not reassemble. */
export const COMMAND_MAX_BYTES = 32 * 1024;

/** The command does not fit one frame of the device. */
export class CommandTooLarge extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`a command of ${bytes} bytes does not fit ${COMMAND_MAX_BYTES}`);
    this.name = 'CommandTooLarge';
    this.bytes = bytes;
  }
}

export function commandFrame(
  id: number,
  serial: Serial,
  command: DeviceCommand,
  abilities: Abilities,
): string {
  const { method } = COMMANDS[command.name];
  const params = parametersOf(serial, command);
  const plain = envelope(method, params, id);
  if (fits(plain)) return plain;
  if (command.name !== 'configure' || !abilities.compressedCommands) {
    throw new CommandTooLarge(Buffer.byteLength(plain));
  }
  const packed = envelope(method, compressParams(params), id);
  if (!fits(packed)) throw new CommandTooLarge(Buffer.byteLength(packed));
  return packed;
}

function fits(frame: string): boolean {
  return Buffer.byteLength(frame) < COMMAND_MAX_BYTES;
}

function envelope(method: string, params: unknown, id: number): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params, id });
}

/** Reports up to `seq` are stored here; the device may delete them. */
export function ackFrame(serial: Serial, seq: number): string {
  return JSON.stringify({ jsonrpc: '2.0', method: ACK_METHOD, params: { serial, seq } });
}

export type RadiusService = 'auth' | 'acct' | 'coa';

export function radiusFrame(service: RadiusService, packet: Buffer): string {
  return JSON.stringify({ radius: service, data: packet.toString('base64') });
}
