/** One rtty message on the wire: type (1 byte), length (2 bytes, big endian), payload. */

export const MESSAGE_TYPES = [
  'register',
  'login',
  'logout',
  'data',
  'windowSize',
  'command',
  'heartbeat',
  'file',
  'http',
  'ack',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Frame {
  readonly type: MessageType;
  readonly payload: Buffer;
}

const HEADER_BYTES = 3;
export const PAYLOAD_MAX_BYTES = 0xffff;

/** The other side does not speak the protocol; the connection is of no further use. */
export class RttyProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RttyProtocolError';
  }
}

export function encodeFrame(type: MessageType, payload: Buffer): Buffer {
  if (payload.length > PAYLOAD_MAX_BYTES) {
    throw new RttyProtocolError(`${payload.length} bytes do not fit a message`);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(MESSAGE_TYPES.indexOf(type), 0);
  header.writeUInt16BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

/** Cuts a stream into messages however it was split on the way; keeps at most one unfinished message. */
export class FrameDecoder {
  #rest = Buffer.alloc(0);

  push(chunk: Buffer): Frame[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const type = MESSAGE_TYPES[bytes.readUInt8(at)];
      if (type === undefined) throw new RttyProtocolError(`no message has type ${bytes.readUInt8(at)}`);
      const end = at + HEADER_BYTES + bytes.readUInt16BE(at + 1);
      if (bytes.length < end) break;
      frames.push({ type, payload: Buffer.from(bytes.subarray(at + HEADER_BYTES, end)) });
      at = end;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    return frames;
  }
}
