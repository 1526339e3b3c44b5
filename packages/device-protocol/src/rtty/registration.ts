import { RttyProtocolError } from './frame.ts';
import type { Registration } from './messages.ts';

const MODERN_PROTOCOL = 5;
/** A first byte below this is a version; the legacy dialect starts with a name. */
const FIRST_PRINTABLE = 0x20;
const TEXT_MAX = 256;

/** Fields of the modern dialect: type (1 byte), length (2 bytes), value. */
const FIELDS = { heartbeat: 0, id: 1, description: 2, token: 3, group: 4 } as const;

export function encodeRegistration(registration: Registration): Buffer {
  const { dialect, id, description, token, heartbeatSeconds, group } = registration;
  if (dialect === 'legacy') return Buffer.from(`${id}\0${description}\0${token}\0`);
  return Buffer.concat([
    Buffer.of(MODERN_PROTOCOL),
    ...(heartbeatSeconds === null ? [] : [field(FIELDS.heartbeat, Buffer.of(heartbeatSeconds))]),
    field(FIELDS.id, Buffer.from(id)),
    field(FIELDS.description, Buffer.from(description)),
    field(FIELDS.token, Buffer.from(token)),
    ...(group === null ? [] : [field(FIELDS.group, Buffer.from(group))]),
  ]);
}

function field(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(3);
  header.writeUInt8(type, 0);
  header.writeUInt16BE(value.length, 1);
  return Buffer.concat([header, value]);
}

export function decodeRegistration(payload: Buffer): Registration {
  const first = payload[0];
  if (first === undefined) throw new RttyProtocolError('an empty registration');
  if (first >= FIRST_PRINTABLE) return decodeLegacy(payload);
  if (first !== MODERN_PROTOCOL) throw new RttyProtocolError(`protocol ${first} is not spoken here`);
  return decodeModern(payload.subarray(1));
}

function decodeLegacy(payload: Buffer): Registration {
  const [id, description, token, ...rest] = payload.toString().split('\0');
  if (id === undefined || description === undefined || token === undefined || rest.length !== 1) {
    throw new RttyProtocolError('a registration has a name, a description and a token');
  }
  return {
    dialect: 'legacy',
    id: bounded(id),
    description: bounded(description),
    token: bounded(token),
    heartbeatSeconds: null,
    group: null,
  };
}

function decodeModern(payload: Buffer): Registration {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < payload.length; ) {
    const end = payload.length - at < 3 ? Number.NaN : at + 3 + payload.readUInt16BE(at + 1);
    if (!(end <= payload.length)) throw new RttyProtocolError('a registration with half a field');
    fields.set(payload.readUInt8(at), payload.subarray(at + 3, end));
    at = end;
  }
  const text = (type: number): string => bounded(fields.get(type)?.toString() ?? '');
  const id = text(FIELDS.id);
  if (id === '') throw new RttyProtocolError('a registration without a name');
  return {
    dialect: 'modern',
    id,
    description: text(FIELDS.description),
    token: text(FIELDS.token),
    heartbeatSeconds: fields.get(FIELDS.heartbeat)?.[0] ?? null,
    group: fields.has(FIELDS.group) ? text(FIELDS.group) : null,
  };
}

function bounded(text: string): string {
  if (text.length > TEXT_MAX) throw new RttyProtocolError('a registration with too long a text');
  return text;
}
