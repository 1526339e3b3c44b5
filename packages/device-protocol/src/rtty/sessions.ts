import { PAYLOAD_MAX_BYTES, RttyProtocolError } from './frame.ts';
import type { Dialect, SessionId } from './messages.ts';

const MODERN_BYTES = 32;
const LEGACY_MAX = 255;

export function sessionBytes(dialect: Dialect): number {
  return dialect === 'modern' ? MODERN_BYTES : 1;
}

export function encodeSession(dialect: Dialect, session: SessionId): Buffer {
  if (dialect === 'modern') {
    const bytes = Buffer.from(session, 'latin1');
    if (bytes.length !== MODERN_BYTES) throw new RttyProtocolError('a session has 32 characters');
    return bytes;
  }
  const figure = Number(session);
  if (!/^\d{1,3}$/.test(session) || figure > LEGACY_MAX) {
    throw new RttyProtocolError('a session of the old dialect is a figure up to 255');
  }
  return Buffer.of(figure);
}

/** The session at the start of a payload, and the rest. */
export function readSession(dialect: Dialect, payload: Buffer): { session: SessionId; rest: Buffer } {
  const length = sessionBytes(dialect);
  if (payload.length < length) throw new RttyProtocolError('a message without its session');
  const head = payload.subarray(0, length);
  const session = dialect === 'modern' ? head.toString('latin1') : String(head.readUInt8(0));
  return { session, rest: payload.subarray(length) };
}

/** Splits data into chunks that fit one message each after their prefix. */
export function pieces(data: Buffer, prefixBytes: number): Buffer[] {
  const size = PAYLOAD_MAX_BYTES - prefixBytes;
  const cut: Buffer[] = [];
  for (let at = 0; at < data.length; at += size) cut.push(data.subarray(at, at + size));
  return cut.length === 0 ? [data] : cut;
}
