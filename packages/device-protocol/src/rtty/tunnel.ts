import { encodeFrame, RttyProtocolError } from './frame.ts';
import { CONNECTION_BYTES, type TunnelEvent } from './messages.ts';
import { pieces } from './sessions.ts';

const KINDS = ['open', 'opened', 'data', 'ack', 'close'] as const;
const HEAD_BYTES = 1 + CONNECTION_BYTES;

/** Kind (1), connection (18), then for `open` address (4) and port (2), for `ack` bytes (4), for `data` the data. */
export function encodeTunnel(connection: Buffer, event: TunnelEvent): Buffer {
  if (connection.length !== CONNECTION_BYTES) throw new RttyProtocolError('a tunnel has a connection');
  const head = Buffer.concat([Buffer.of(KINDS.indexOf(event.kind)), connection]);
  const frame = (rest: Buffer): Buffer => encodeFrame('tunnel', Buffer.concat([head, rest]));
  switch (event.kind) {
    case 'open': {
      const target = Buffer.alloc(6);
      for (const [index, octet] of event.address.split('.').entries())
        target.writeUInt8(Number(octet), index);
      target.writeUInt16BE(event.port, 4);
      return frame(target);
    }
    case 'data':
      return Buffer.concat(pieces(event.data, HEAD_BYTES).map(frame));
    case 'ack': {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(event.bytes, 0);
      return frame(bytes);
    }
    case 'opened':
    case 'close':
      return frame(Buffer.alloc(0));
  }
}

export function readTunnel(payload: Buffer): { connection: Buffer; event: TunnelEvent } {
  if (payload.length < HEAD_BYTES) throw new RttyProtocolError('half a tunnel message');
  const connection = payload.subarray(1, HEAD_BYTES);
  return { connection, event: readEvent(KINDS[payload.readUInt8(0)], payload.subarray(HEAD_BYTES)) };
}

function readEvent(kind: (typeof KINDS)[number] | undefined, rest: Buffer): TunnelEvent {
  switch (kind) {
    case 'open':
      if (rest.length < 6) throw new RttyProtocolError('a tunnel without its target');
      return { kind, address: [...rest.subarray(0, 4)].join('.'), port: rest.readUInt16BE(4) };
    case 'data':
      return { kind, data: rest };
    case 'ack':
      if (rest.length < 4) throw new RttyProtocolError('a tunnel acknowledgement without its bytes');
      return { kind, bytes: rest.readUInt32BE(0) };
    case 'opened':
    case 'close':
      return { kind };
    case undefined:
      throw new RttyProtocolError('no such tunnel message');
  }
}
