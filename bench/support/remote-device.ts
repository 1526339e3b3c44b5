import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { DeviceMessage, ServerMessage } from '@airloom/device-protocol/rtty/messages';
import { ServerMessageDecoder } from '@airloom/device-protocol/rtty/to-device';
import { encodeForServer } from '@airloom/device-protocol/rtty/to-server';

export interface RttyCall {
  readonly id: string;
  readonly token: string;
  readonly port: number;
}

const HEARTBEAT_SECONDS = 5;

/** The device end of rtty 9.x: shells echo, web pages and tunnels lead to one local port. */
export class RemoteDevice {
  readonly #socket: TLSSocket;
  readonly #targetPort: number;
  readonly #targets = new Map<string, Socket>();

  /** Lives until the server closes its connection. */
  static connect(call: RttyCall, targetPort: number): RemoteDevice {
    return new RemoteDevice(call, targetPort);
  }

  constructor({ id, token, port }: RttyCall, targetPort = 0) {
    this.#targetPort = targetPort;
    this.#socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    this.#socket.setNoDelay(true);
    const decoder = new ServerMessageDecoder('modern');
    this.#socket.on('data', (chunk: Buffer) => {
      for (const message of decoder.push(chunk)) this.#execute(message);
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('drain', () => {
      for (const target of this.#targets.values()) target.resume();
    });
    const beating = setInterval(() => this.#send({ type: 'heartbeat' }), HEARTBEAT_SECONDS * 1000);
    this.#socket.once('close', () => {
      clearInterval(beating);
      for (const target of this.#targets.values()) target.destroy();
    });
    const registration = {
      id,
      token,
      description: 'bench',
      heartbeatSeconds: HEARTBEAT_SECONDS,
      group: null,
    };
    this.#send({ type: 'register', registration: { dialect: 'modern', ...registration } });
  }

  end(): void {
    this.#socket.destroy();
  }

  #send(message: DeviceMessage): boolean {
    return this.#socket.write(encodeForServer('modern', message));
  }

  #execute(message: ServerMessage): void {
    if (message.type === 'login') this.#send({ type: 'login', session: message.session ?? '', code: 0 });
    else if (message.type === 'data')
      this.#send({ type: 'data', session: message.session, data: message.data });
    else if (message.type === 'http') this.#web(message);
    else if (message.type === 'tunnel') this.#tunnel(message);
  }

  #web({ connection, data }: Extract<ServerMessage, { type: 'http' }>): void {
    const known = this.#targets.get(keyOf(connection));
    if (data.length === 0) return void known?.destroy();
    const target =
      known ??
      this.#open(connection, {
        received: (part) => this.#send({ type: 'http', connection, data: part }),
        closed: () => this.#send({ type: 'http', connection, data: Buffer.alloc(0) }),
      });
    target.write(data);
  }

  #tunnel({ connection, event }: Extract<ServerMessage, { type: 'tunnel' }>): void {
    const known = this.#targets.get(keyOf(connection));
    const send = (answer: typeof event): boolean => this.#send({ type: 'tunnel', connection, event: answer });
    if (event.kind === 'open') {
      this.#open(connection, {
        received: (data) => send({ kind: 'data', data }),
        closed: () => send({ kind: 'close' }),
      });
      send({ kind: 'opened' });
    } else if (event.kind === 'data') {
      known?.write(event.data);
      send({ kind: 'ack', bytes: event.data.length });
    } else if (event.kind === 'close') known?.destroy();
  }

  #open(
    connection: Buffer,
    { received, closed }: { received(data: Buffer): boolean; closed(): void },
  ): Socket {
    const target = connect({ host: '127.0.0.1', port: this.#targetPort, noDelay: true });
    this.#targets.set(keyOf(connection), target);
    target.on('data', (data: Buffer) => {
      if (!received(data)) target.pause();
    });
    target.on('error', () => undefined);
    target.once('close', () => {
      this.#targets.delete(keyOf(connection));
      closed();
    });
    return target;
  }
}

function keyOf(connection: Buffer): string {
  return connection.toString('latin1');
}
