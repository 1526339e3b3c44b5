import { encodeFrame, type Frame, FrameDecoder, RttyProtocolError } from './frame.ts';
import { CONNECTION_BYTES, type DeviceMessage, type Dialect } from './messages.ts';
import { decodeRegistration, encodeRegistration } from './registration.ts';
import { encodeSession, pieces, readSession, sessionBytes } from './sessions.ts';
import { encodeTunnel, readTunnel } from './tunnel.ts';

/** Device side: encodes a message for the server. */
export function encodeForServer(dialect: Dialect, message: DeviceMessage): Buffer {
  switch (message.type) {
    case 'register':
      return encodeFrame('register', encodeRegistration(message.registration));
    case 'login':
      return encodeFrame('login', encodeLogin(dialect, message.session, message.code));
    case 'data': {
      const session = encodeSession(dialect, message.session);
      const parts = pieces(message.data, session.length);
      return Buffer.concat(parts.map((part) => encodeFrame('data', Buffer.concat([session, part]))));
    }
    case 'http': {
      const parts = pieces(message.data, CONNECTION_BYTES);
      return Buffer.concat(
        parts.map((part) => encodeFrame('http', Buffer.concat([message.connection, part]))),
      );
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

/** The legacy dialect sends the code first, because only success has a session. */
function encodeLogin(dialect: Dialect, session: string, code: number): Buffer {
  const id = encodeSession(dialect, session);
  const result = Buffer.of(code);
  return Buffer.concat(dialect === 'modern' ? [id, result] : [result, id]);
}

/** Server side: detects the dialect from the registration, which must be the first message. */
export class DeviceMessageDecoder {
  readonly #frames = new FrameDecoder();
  #dialect: Dialect | null = null;

  get dialect(): Dialect | null {
    return this.#dialect;
  }

  push(chunk: Buffer): DeviceMessage[] {
    return this.#frames.push(chunk).map((frame) => this.#read(frame));
  }

  #read(frame: Frame): DeviceMessage {
    if (this.#dialect === null) {
      if (frame.type !== 'register') throw new RttyProtocolError('a device has to register first');
      const registration = decodeRegistration(frame.payload);
      this.#dialect = registration.dialect;
      return { type: 'register', registration };
    }
    return readMessage(this.#dialect, frame);
  }
}

function readMessage(dialect: Dialect, { type, payload }: Frame): DeviceMessage {
  switch (type) {
    case 'login':
      return readLogin(dialect, payload);
    case 'data': {
      const { session, rest } = readSession(dialect, payload);
      return { type, session, data: rest };
    }
    case 'logout':
      return { type, session: readSession(dialect, payload).session };
    case 'http':
      if (payload.length < CONNECTION_BYTES)
        throw new RttyProtocolError('a web message without its connection');
      return {
        type,
        connection: payload.subarray(0, CONNECTION_BYTES),
        data: payload.subarray(CONNECTION_BYTES),
      };
    case 'tunnel':
      return { type, ...readTunnel(payload) };
    case 'heartbeat':
      return { type };
    case 'command':
    case 'file':
      return { type, payload };
    case 'register':
    case 'windowSize':
    case 'ack':
      throw new RttyProtocolError(`a device does not send ${type} here`);
  }
}

function readLogin(dialect: Dialect, payload: Buffer): DeviceMessage {
  if (payload.length < sessionBytes(dialect) + 1) throw new RttyProtocolError('half a login');
  if (dialect === 'modern') {
    const { session, rest } = readSession(dialect, payload);
    return { type: 'login', session, code: rest.readUInt8(0) };
  }
  return {
    type: 'login',
    session: readSession(dialect, payload.subarray(1)).session,
    code: payload.readUInt8(0),
  };
}
