import type { ShellEnd } from '@airloom/contract/web-shell/web-shell.model';
import { z } from 'zod';

/** The kind of stream that carries a terminal between the console and the gateway of its device. */
export const SHELL_STREAM = 'shell';

const size = {
  columns: z.number().int().min(1).max(1_000),
  rows: z.number().int().min(1).max(1_000),
};

export const shellRequest = z.object({ tenant: z.string(), deviceId: z.string(), ...size });

/** From the console. */
export const resizeNote = z.object({ type: z.literal('resize'), ...size });

/** From the gateway: the terminal is open. */
export const READY_NOTE = { type: 'ready' } as const;
export const readyNote = z.object({ type: z.literal('ready') });

/** Reasons of the gateway and of the stream itself. */
const ENDS: Readonly<Record<string, ShellEnd>> = {
  loggedOut: 'exited',
  deviceOffline: 'deviceOffline',
  closed: 'deviceLost',
  silent: 'deviceLost',
  notReading: 'deviceLost',
  protocolError: 'protocolError',
  flooding: 'protocolError',
  loginRefused: 'deviceRefused',
  loginTimedOut: 'noConnection',
  notSupported: 'notSupported',
  tooMany: 'tooMany',
  deviceRefused: 'deviceRefused',
  noConnection: 'noConnection',
};

/** Everything else means that the gateway is gone or failed. */
export function endOfStream(reason: string): ShellEnd {
  return ENDS[reason] ?? 'gatewayLost';
}
