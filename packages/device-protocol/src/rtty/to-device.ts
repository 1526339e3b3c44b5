import { encodeFrame, type Frame, FrameDecoder, RttyProtocolError } from './frame.ts';
import { CONNECTION_BYTES, type Dialect, type ServerMessage } from './messages.ts';
import { encodeSession, pieces, readSession } from './sessions.ts';
import { encodeTunnel, readTunnel } from './tunnel.ts';

/** https (1), connection (18), address (4), port (2). */
const HTTP_HEAD_BYTES = 1 + CONNECTION_BYTES + 4 + 2;

/** Server side: encodes a message for the device. */
export function encodeForDevice(dialect: Dialect, message: ServerMessage): Buffer {
  switch (message.type) {
    case 'registered':
      return encodeFrame(
        'register',
        Buffer.concat([Buffer.of(message.code), Buffer.from(`${message.message}\0`)]),
      );
    case 'login':
      return encodeFrame('login', encodeLogin(dialect, message.session));
    case 'data': {
      const session = encodeSession(dialect, message.session);
      const parts = pieces(message.data, session.length);
      return Buffer.concat(parts.map((part) => encodeFrame('data', Buffer.concat([session, part]))));
    }
    case 'windowSize': {
      const size = Buffer.alloc(4);
      size.writeUInt16BE(message.columns, 0);
      size.writeUInt16BE(message.rows, 2);
      return encodeFrame('windowSize', Buffer.concat([encodeSession(dialect, message.session), size]));
    }
    case 'ack': {
      const bytes = Buffer.alloc(2);
      bytes.writeUInt16BE(message.bytes, 0);
      return encodeFrame('ack', Buffer.concat([encodeSession(dialect, message.session), bytes]));
    }
    case 'http': {
      const head = encodeHttpHead(message);
      const parts = pieces(message.data, HTTP_HEAD_BYTES);
      return Buffer.concat(parts.map((part) => encodeFrame('http', Buffer.concat([head, part]))));
    }
    case 'tunnel':
      return encodeTunnel(message.connection, message.event);
    case 'logout':
      return encodeFrame('logout', encodeSession(dialect, message.session));
    case 'heartbeat':
      return encodeFrame('heartbeat', Buffer.alloc(0));
    case 'command':
    case 'file':
      return encodeFrame(message.type, message.payload);
  }
}

function encodeLogin(dialect: Dialect, session: string | null): Buffer {
  if (dialect === 'legacy') return Buffer.alloc(0);
  if (session === null) throw new RttyProtocolError('the server names the session');
  return encodeSession(dialect, session);
}

type HttpMessage = Extract<ServerMessage, { type: 'http' }>;

function encodeHttpHead({ https, connection, address, port }: HttpMessage): Buffer {
  const octets = address.split('.').map(Number);
  if (octets.length !== 4 || connection.length !== CONNECTION_BYTES) {
    throw new RttyProtocolError('a web message goes over a connection to an IPv4 address');
  }
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port, 0);
  return Buffer.concat([Buffer.of(https ? 1 : 0), connection, Buffer.from(octets), portBytes]);
}

/** Device side. */
export class ServerMessageDecoder {
  readonly #frames = new FrameDecoder();
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  push(chunk: Buffer): ServerMessage[] {
    return this.#frames.push(chunk).map((frame) => readMessage(this.#dialect, frame));
  }
}

function readMessage(dialect: Dialect, { type, payload }: Frame): ServerMessage {
  switch (type) {
    case 'register':
      return { type: 'registered', code: byteAt(payload, 0), message: textUntilNul(payload.subarray(1)) };
    case 'login':
      return { type, session: dialect === 'legacy' ? null : readSession(dialect, payload).session };
    case 'data': {
      const { session, rest } = readSession(dialect, payload);
      return { type, session, data: rest };
    }
    case 'windowSize': {
      const { session, rest } = readSession(dialect, payload);
      return { type, session, columns: wordAt(rest, 0), rows: wordAt(rest, 2) };
    }
    case 'ack': {
      const { session, rest } = readSession(dialect, payload);
      return { type, session, bytes: wordAt(rest, 0) };
    }
    case 'http':
      return readHttp(payload);
    case 'logout':
      return { type, session: readSession(dialect, payload).session };
    case 'tunnel':
      return { type, ...readTunnel(payload) };
    case 'heartbeat':
      return { type };
    case 'command':
    case 'file':
      return { type, payload };
  }
}

function byteAt(payload: Buffer, at: number): number {
  const byte = payload[at];
  if (byte === undefined) throw new RttyProtocolError('half a message');
  return byte;
}

function wordAt(payload: Buffer, at: number): number {
  return byteAt(payload, at) * 256 + byteAt(payload, at + 1);
}

function textUntilNul(payload: Buffer): string {
  const end = payload.indexOf(0);
  return payload.subarray(0, end === -1 ? payload.length : end).toString();
}

function readHttp(payload: Buffer): ServerMessage {
  if (payload.length < HTTP_HEAD_BYTES) throw new RttyProtocolError('half a web message');
  const addressAt = 1 + CONNECTION_BYTES;
  return {
    type: 'http',
    https: payload.readUInt8(0) !== 0,
    connection: payload.subarray(1, addressAt),
    address: [...payload.subarray(addressAt, addressAt + 4)].join('.'),
    port: wordAt(payload, addressAt + 4),
    data: payload.subarray(HTTP_HEAD_BYTES),
  };
}
