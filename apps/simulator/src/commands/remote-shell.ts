import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Dialect, ServerMessage } from '@airloom/device-protocol/rtty/messages';
import { ServerMessageDecoder } from '@airloom/device-protocol/rtty/to-device';
import { encodeForServer } from '@airloom/device-protocol/rtty/to-server';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { hasModernShell } from '../simulation/models.ts';
import { ProxiedConnections } from './proxied-connections.ts';
import { Terminal } from './shell.ts';

export interface ShellCall {
  readonly id: string;
  readonly token: string;
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
}

const HEARTBEAT_SECONDS = 5;
/** The new protocol version pauses after this many unacknowledged bytes. */
const WINDOW_BYTES = 4096;

/** Connects back and offers a terminal, encrypted if the server supports it, like the real clients. */
export function openRemoteShell(device: VirtualDevice, call: ShellCall): void {
  const { host, port } = call;
  const secure = connectTls({ host, port, ca: device.environment.trusted(), rejectUnauthorized: false });
  let wasSecure = false;
  secure.once('secureConnect', () => {
    wasSecure = true;
    ShellSession.begin(device, call, secure);
  });
  secure.on('error', (error: NodeJS.ErrnoException) => {
    if (wasSecure) return;
    if (error.code === 'ECONNREFUSED') device.log(`rtty: ${error.message}`, 3);
    else openPlain(device, call);
  });
}

function openPlain(device: VirtualDevice, call: ShellCall): void {
  const socket = connect({ host: call.host, port: call.port });
  socket.once('connect', () => ShellSession.begin(device, call, socket));
  socket.on('error', (error) => device.log(`rtty: ${error.message}`, 3));
}

class ShellSession {
  readonly #device: VirtualDevice;
  readonly #dialect: Dialect;
  readonly #socket: Socket;
  readonly #decoder: ServerMessageDecoder;
  readonly #terminals = new Map<string, OpenTerminal>();
  readonly #proxied: ProxiedConnections;
  readonly #heartbeat: NodeJS.Timeout;

  static begin(device: VirtualDevice, call: ShellCall, socket: Socket): void {
    new ShellSession(device, socket).#register(call);
  }

  private constructor(device: VirtualDevice, socket: Socket) {
    this.#device = device;
    this.#socket = socket;
    this.#dialect = hasModernShell(device.node) ? 'modern' : 'legacy';
    this.#decoder = new ServerMessageDecoder(this.#dialect);
    this.#proxied = new ProxiedConnections(device, (message) => this.#send(message));
    this.#heartbeat = setInterval(() => this.#send({ type: 'heartbeat' }), HEARTBEAT_SECONDS * 1000);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.once('close', () => {
      clearInterval(this.#heartbeat);
      this.#proxied.close();
    });
  }

  #register(call: ShellCall): void {
    this.#socket.setTimeout(call.timeoutSeconds * 1000, () => this.#socket.destroy());
    this.#send({
      type: 'register',
      registration: {
        dialect: this.#dialect,
        id: call.id,
        description: this.#device.node.name,
        token: call.token,
        heartbeatSeconds: this.#dialect === 'modern' ? HEARTBEAT_SECONDS : null,
        group: null,
      },
    });
  }

  #send(message: Parameters<typeof encodeForServer>[1]): void {
    this.#socket.write(encodeForServer(this.#dialect, message));
  }

  #receive(chunk: Buffer): void {
    for (const message of this.#decoder.push(chunk)) this.#execute(message);
  }

  #execute(message: ServerMessage): void {
    switch (message.type) {
      case 'registered':
        if (message.code !== 0) this.#socket.destroy();
        break;
      case 'login':
        this.#login(message.session ?? String(this.#terminals.size + 1));
        break;
      case 'data':
        this.#terminals.get(message.session)?.terminal.type(message.data.toString());
        break;
      case 'ack':
        this.#terminals.get(message.session)?.acknowledge(message.bytes);
        break;
      case 'logout':
        this.#logout(message.session);
        break;
      case 'http':
        this.#proxied.web(message);
        break;
      case 'tunnel':
        this.#proxied.tunnel(message.connection, message.event);
        break;
      case 'windowSize':
        this.#terminals.get(message.session)?.terminal.resize(message.columns, message.rows);
        break;
      case 'heartbeat':
      case 'command':
      case 'file':
        break;
    }
  }

  #login(session: string): void {
    this.#send({ type: 'login', session, code: 0 });
    const hasWindow = this.#dialect === 'modern';
    const peer = {
      send: (data: Buffer) => this.#send({ type: 'data', session, data }),
      close: () => this.#logout(session),
      // What was written before still leaves the device.
      drop: () => this.#socket.destroySoon(),
    };
    this.#terminals.set(session, new OpenTerminal(this.#device, peer, hasWindow ? WINDOW_BYTES : null));
  }

  #logout(session: string): void {
    if (!this.#terminals.delete(session)) return;
    this.#send({ type: 'logout', session });
    if (this.#terminals.size === 0) this.#socket.end();
  }
}

interface Peer {
  send(data: Buffer): void;
  close(): void;
  drop(): void;
}

class OpenTerminal {
  readonly terminal: Terminal;
  readonly #send: (data: Buffer) => void;
  readonly #window: number | null;
  #held = Buffer.alloc(0);
  #underway = 0;

  constructor(device: VirtualDevice, peer: Peer, window: number | null) {
    const { send, close, drop } = peer;
    this.#send = send;
    this.#window = window;
    this.terminal = new Terminal(device, { write: (text) => this.#write(Buffer.from(text)), close, drop });
  }

  acknowledge(bytes: number): void {
    this.#underway = Math.max(0, this.#underway - bytes);
    this.#write(Buffer.alloc(0));
  }

  #write(data: Buffer): void {
    this.#held = Buffer.concat([this.#held, data]);
    const room = this.#window === null ? this.#held.length : this.#window - this.#underway;
    const part = this.#held.subarray(0, Math.max(0, room));
    if (part.length === 0) return;
    this.#held = this.#held.subarray(part.length);
    this.#underway += part.length;
    this.#send(part);
  }
}
