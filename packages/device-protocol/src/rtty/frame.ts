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
/** Of the extension, far above the types of rtty. */
const TUNNEL_TYPE = 0x40;
export type MessageType = (typeof MESSAGE_TYPES)[number] | 'tunnel';

export interface Frame {
  readonly type: MessageType;
  readonly payload: Buffer;
}

const HEADER_BYTES = 3;
export const PAYLOAD_MAX_BYTES = 0xffff;

/** The peer does not follow the protocol; the connection must be closed. */
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
  header.writeUInt8(type === 'tunnel' ? TUNNEL_TYPE : MESSAGE_TYPES.indexOf(type), 0);
  header.writeUInt16BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

/** Splits a stream into messages; buffers at most one incomplete message. */
export class FrameDecoder {
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes needed before parsing again, so that single-byte chunks are cheap. */
  #needed = HEADER_BYTES;

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held < this.#needed) return [];
    const bytes = Buffer.concat(this.#chunks);
    const frames: Frame[] = [];
    let at = 0;
    let end = endOfFrame(bytes, at);
    while (end <= bytes.length) {
      frames.push({ type: typeAt(bytes, at), payload: bytes.subarray(at + HEADER_BYTES, end) });
      at = end;
      end = endOfFrame(bytes, at);
    }
    this.#chunks = [Buffer.from(bytes.subarray(at))];
    this.#held = bytes.length - at;
    this.#needed = end - at;
    return frames;
  }
}

function endOfFrame(bytes: Buffer, at: number): number {
  if (bytes.length - at < HEADER_BYTES) return at + HEADER_BYTES;
  typeAt(bytes, at);
  return at + HEADER_BYTES + bytes.readUInt16BE(at + 1);
}

function typeAt(bytes: Buffer, at: number): MessageType {
  const number = bytes.readUInt8(at);
  const type = number === TUNNEL_TYPE ? 'tunnel' : MESSAGE_TYPES[number];
  if (type === undefined) throw new RttyProtocolError(`no message has type ${number}`);
  return type;
}
