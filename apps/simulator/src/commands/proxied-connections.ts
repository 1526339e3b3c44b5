import { Duplex } from 'node:stream';
import {
  type DeviceMessage,
  type ServerMessage,
  TUNNEL_WINDOW_BYTES,
  type TunnelEvent,
} from '@airloom/device-protocol/rtty/messages';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { deviceWebServer } from './device-web-server.ts';

type Send = (message: DeviceMessage) => void;
type WebMessage = Extract<ServerMessage, { type: 'http' }>;

const WEB_PORTS = new Set([80, 443]);
const ECHO_PORT = 7;

/** Connections that the server has forwarded. Nothing leaves this process: the device answers for its own address. */
export class ProxiedConnections {
  readonly #device: VirtualDevice;
  readonly #send: Send;
  readonly #open = new Map<string, ForwardedSocket>();

  constructor(device: VirtualDevice, send: Send) {
    this.#device = device;
    this.#send = send;
  }

  /** The first data opens a connection, empty data closes it. */
  web({ connection, address, port, data }: WebMessage): void {
    const known = this.#open.get(keyOf(connection));
    if (data.length === 0) {
      known?.destroy();
      return;
    }
    if (known !== undefined) {
      known.push(data);
      return;
    }
    const close = (): void => this.#send({ type: 'http', connection, data: Buffer.alloc(0) });
    if (address !== this.#device.node.ip || !WEB_PORTS.has(port)) return close();
    const send = (answer: Buffer): void => this.#send({ type: 'http', connection, data: answer });
    const socket = this.#add(connection, new ForwardedSocket({ send, close }));
    deviceWebServer(this.#device.node).emit('connection', socket);
    socket.push(data);
  }

  tunnel(connection: Buffer, event: TunnelEvent): void {
    const known = this.#open.get(keyOf(connection));
    if (event.kind === 'open') this.#openTunnel(connection, event.address, event.port);
    else if (event.kind === 'data') {
      known?.push(event.data);
      this.#send({ type: 'tunnel', connection, event: { kind: 'ack', bytes: event.data.length } });
    } else if (event.kind === 'ack') known?.acknowledge(event.bytes);
    else if (event.kind === 'close') known?.destroy();
  }

  close(): void {
    for (const socket of this.#open.values()) socket.destroy();
  }

  #openTunnel(connection: Buffer, address: string, port: number): void {
    const send = (event: TunnelEvent): void => this.#send({ type: 'tunnel', connection, event });
    const close = (): void => send({ kind: 'close' });
    if (address !== this.#device.node.ip || (port !== ECHO_PORT && !WEB_PORTS.has(port))) return close();
    const window = TUNNEL_WINDOW_BYTES;
    const socket = new ForwardedSocket({ send: (data) => send({ kind: 'data', data }), close, window });
    this.#add(connection, socket);
    send({ kind: 'opened' });
    if (port === ECHO_PORT) socket.pipe(socket);
    else deviceWebServer(this.#device.node).emit('connection', socket);
  }

  #add(connection: Buffer, socket: ForwardedSocket): ForwardedSocket {
    const key = keyOf(connection);
    this.#open.set(key, socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(key));
    return socket;
  }
}

function keyOf(connection: Buffer): string {
  return connection.toString('latin1');
}

interface ForwardedParts {
  send(data: Buffer): void;
  close(): void;
  /** Bytes that may wait for their acknowledgement. */
  readonly window?: number;
}

/** The device's end of a forwarded connection. */
class ForwardedSocket extends Duplex {
  readonly #parts: ForwardedParts;
  #unacknowledged = 0;
  #written: (() => void) | null = null;

  constructor(parts: ForwardedParts) {
    super({ allowHalfOpen: true });
    this.#parts = parts;
  }

  acknowledge(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
    const written = this.#written;
    this.#written = null;
    written?.();
  }

  /** HTTP servers set it on sockets. */
  setTimeout(): this {
    return this;
  }

  override _read(): void {
    // Data is pushed as it arrives.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: () => void): void {
    const { window } = this.#parts;
    this.#parts.send(chunk);
    this.#unacknowledged += chunk.length;
    if (window === undefined || this.#unacknowledged < window) written();
    else this.#written = written;
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    this.#parts.close();
    destroyed(error);
  }

  override _final(finished: () => void): void {
    finished();
    this.destroy();
  }
}
