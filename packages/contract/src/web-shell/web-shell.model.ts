import { z } from 'zod';
import { deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { SHELL_LIMITS } from './web-shell.limits.ts';

/** Why a shell session ended. */
export const SHELL_ENDS = [
  /** The shell on the device exited. */
  'exited',
  'deviceOffline',
  /** The line to the device was lost. */
  'deviceLost',
  /** The process that holds the device does not answer any more. */
  'gatewayLost',
  /** The device did not connect back. */
  'noConnection',
  'deviceRefused',
  'notSupported',
  'tooMany',
  'idle',
  'endedByPerson',
  'accessLost',
  'browserLeft',
  'neverJoined',
  /** The console was stopped. */
  'interrupted',
  /** The device or the browser broke the rules of the connection. */
  'protocolError',
] as const;
export const shellEnd = z.enum(SHELL_ENDS);
export type ShellEnd = z.infer<typeof shellEnd>;

const FIRST_CODE = 4500;

/** Close code of the socket for each end. */
export function shellCloseCode(end: ShellEnd): number {
  return FIRST_CODE + SHELL_ENDS.indexOf(end);
}

/** Null for other codes, such as those of a lost line. */
export function shellEndOf(closeCode: number): ShellEnd | null {
  return SHELL_ENDS[closeCode - FIRST_CODE] ?? null;
}

export const terminalSize = {
  columns: z.number().int().min(SHELL_LIMITS.columnsMin).max(SHELL_LIMITS.columnsMax),
  rows: z.number().int().min(SHELL_LIMITS.rowsMin).max(SHELL_LIMITS.rowsMax),
};

/** Text frames of the browser; binary frames are input. The first frame must be `join`. */
export const shellFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), token: z.string().max(100) }),
  z.object({ type: z.literal('resize'), ...terminalSize }),
  /** Counts as input, which keeps the session open. */
  z.object({ type: z.literal('stay') }),
  /** Bytes of output that the terminal has shown. Without it the device pauses. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().min(1).max(1_000_000) }),
]);
export type ShellFrame = z.infer<typeof shellFrame>;

/** Text frames of the server; binary frames are output. */
export const shellNote = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The session ends soon unless there is input; 0 when there was some. */
  z.object({ type: z.literal('idle'), seconds: z.number().int() }),
]);
export type ShellNote = z.infer<typeof shellNote>;

export const openedShell = z.object({
  sessionUUID: uuid,
  /** Valid once, for this person and browser session, for 30 seconds. */
  token: z.string(),
  recorded: z.boolean(),
});

export const shellSessionRow = z.object({
  sessionUUID: uuid,
  deviceUUID: uuid,
  deviceName: z.string(),
  deviceKind,
  /** The session stays until its retention ends. */
  deviceDeleted: z.boolean(),
  userName: z.string(),
  openedAt: timestamp,
  endedAt: timestamp.nullable(),
  end: shellEnd.nullable(),
  recorded: z.boolean(),
  /** Address of the recording; null if there is none, or the caller may not see it. */
  recordingUrl: z.string().nullable(),
  /** Whether the caller may end it. */
  endable: z.boolean(),
});
export type ShellSessionRow = z.infer<typeof shellSessionRow>;

export const shellSettings = z.object({
  recording: z.boolean(),
  keepDays: z.number().int().min(SHELL_LIMITS.keepDaysMin).max(SHELL_LIMITS.keepDaysMax),
});
export type ShellSettings = z.infer<typeof shellSettings>;
