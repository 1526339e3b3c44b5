import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DeviceMessage, Dialect, ServerMessage } from '@airloom/device-protocol/rtty/messages';
import { ServerMessageDecoder } from '@airloom/device-protocol/rtty/to-device';
import { encodeForServer } from '@airloom/device-protocol/rtty/to-server';
import { expect } from 'vitest';
import { WITHIN } from '../../../../testing/within.ts';

const HEARTBEAT_MS = 5_000;

/** The device end of an rtty connection, controlled by a test. */
export class RttyClient {
  readonly dialect: Dialect;
  readonly socket: Socket;
  readonly received: ServerMessage[] = [];
  closed = false;

  private constructor(dialect: Dialect, socket: Socket) {
    this.dialect = dialect;
    this.socket = socket;
    const decoder = new ServerMessageDecoder(dialect);
    socket.on('data', (chunk: Buffer) => this.received.push(...decoder.push(chunk)));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.closed = true;
    });
  }

  static async connect(dialect: Dialect, port: number, plain = false): Promise<RttyClient> {
    const at = { host: '127.0.0.1', port };
    const socket = plain ? connect(at) : connectTls({ ...at, rejectUnauthorized: false });
    const client = new RttyClient(dialect, socket);
    await once(socket, plain ? 'connect' : 'secureConnect');
    return client;
  }

  /** Connects and registers. */
  static async register(
    dialect: Dialect,
    port: number,
    key: { readonly id: string; readonly token: string },
    heartbeatSeconds?: number,
  ): Promise<RttyClient> {
    const client = await RttyClient.connect(dialect, port);
    client.register(key, heartbeatSeconds);
    return client;
  }

  register({ id, token }: { readonly id: string; readonly token: string }, everySeconds = 5): void {
    const heartbeatSeconds = this.dialect === 'modern' ? everySeconds : null;
    const registration = {
      dialect: this.dialect,
      id,
      description: 'test',
      token,
      heartbeatSeconds,
      group: null,
    };
    this.send({ type: 'register', registration });
  }

  /** Keeps the connection alive as a device does, so that only the tested reason ends it. */
  beat(): void {
    const beating = setInterval(() => this.send({ type: 'heartbeat' }), HEARTBEAT_MS);
    this.socket.once('close', () => clearInterval(beating));
  }

  send(message: DeviceMessage): boolean {
    return this.socket.write(encodeForServer(this.dialect, message));
  }

  async next<T extends ServerMessage['type']>(type: T): Promise<Extract<ServerMessage, { type: T }>> {
    const isOfType = (message: ServerMessage): message is Extract<ServerMessage, { type: T }> =>
      message.type === type;
    await expect.poll(() => this.received.some(isOfType), WITHIN).toBe(true);
    const at = this.received.findIndex(isOfType);
    const [found] = this.received.splice(at, 1);
    if (found === undefined || !isOfType(found)) throw new Error(`no ${type}`);
    return found;
  }

  /** Answers a login request; returns the session. */
  async login(): Promise<string> {
    const { session } = await this.next('login');
    const named = session ?? '1';
    this.send({ type: 'login', session: named, code: 0 });
    return named;
  }

  async hasClosed(): Promise<void> {
    await expect.poll(() => this.closed, WITHIN).toBe(true);
  }

  end(): void {
    this.socket.destroy();
  }
}
