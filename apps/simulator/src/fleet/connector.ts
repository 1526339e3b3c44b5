import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { backoffMs, CONNECT_TIMEOUT_MS } from '@airloom/device-protocol/backoff';
import { WebSocket } from 'ws';
import type { Link } from '../device/environment.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { onTheWire } from '../frames/raw-bytes.ts';
import type { Credentials } from './identities.ts';
import type { Timers } from './timers.ts';

export interface ConnectorOptions {
  readonly gateway: URL;
  readonly timers: Timers;
  readonly perSecond: number;
  readonly credentials: (device: VirtualDevice) => Promise<Credentials>;
  /** Certificate authority of the cloud. */
  readonly authority: X509Certificate;
  readonly onOpen: (device: VirtualDevice) => void;
  readonly onTrouble: (device: VirtualDevice, error: Error) => void;
  /** The longest wait between two attempts. */
  readonly retryMaxMs: number;
}

const SUBPROTOCOL = 'ucentral-broker';
const PENDING_MAX = 64;
const TICK_MS = 20;
const RETRY_MS = 1000;
const JITTER = 0.75;
/** Like the real clients: a ping after a minute without traffic, a disconnect ten seconds later. */
const SILENCE_MS = 60_000;
const HANG_UP_MS = 10_000;
const FRAME_MAX_BYTES = 8 * 1024 * 1024;

/** Connects a fleet with limits per second and in parallel, and retries while the cloud is unreachable. */
export class Connector {
  readonly #options: ConnectorOptions;
  readonly #queue: VirtualDevice[] = [];
  /** Devices waiting for a link or connecting. */
  readonly #underway = new Set<VirtualDevice>();
  readonly #failures = new Map<VirtualDevice, number>();
  /** TLS session tickets for shorter handshakes. */
  readonly #sessions = new Map<VirtualDevice, Buffer>();
  readonly #sockets = new Set<WebSocket>();
  /** Abandoned sockets; they close when their device reconnects. */
  readonly #abandoned = new Map<VirtualDevice, WebSocket>();
  #pending = 0;
  #allowance = 1;
  #ticking = false;
  #lastTick = performance.now();
  #stopped = false;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  want(device: VirtualDevice, afterMs: number): void {
    if (this.#underway.has(device) || device.isConnected || this.#stopped) return;
    this.#underway.add(device);
    const join = () => {
      this.#queue.push(device);
      this.#tick();
    };
    if (afterMs > 0) this.#options.timers.after(afterMs, join);
    else join();
  }

  stop(): void {
    this.#stopped = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  #tick(): void {
    const now = performance.now();
    const { perSecond } = this.#options;
    this.#allowance = Math.min(
      perSecond / 10 + 1,
      this.#allowance + ((now - this.#lastTick) * perSecond) / 1000,
    );
    this.#lastTick = now;
    while (this.#queue.length > 0 && this.#pending < PENDING_MAX && this.#allowance >= 1 && !this.#stopped) {
      const device = this.#queue.shift();
      if (!device) break;
      this.#allowance -= 1;
      this.#begin(device);
    }
    if (this.#queue.length === 0 || this.#ticking || this.#stopped) return;
    this.#ticking = true;
    this.#options.timers.after(TICK_MS, () => {
      this.#ticking = false;
      this.#tick();
    });
  }

  #begin(device: VirtualDevice): void {
    if (!device.wantsLink) {
      this.#underway.delete(device);
      return;
    }
    this.#pending += 1;
    this.#options
      .credentials(device)
      .then((credentials) => this.#open(device, credentials))
      .catch((error: unknown) => {
        this.#pending -= 1;
        this.#failed(device, error instanceof Error ? error : new Error(String(error)));
      });
  }

  #open(device: VirtualDevice, credentials: Credentials): void {
    const { software } = device.node.model;
    const { gateway } = this.#options;
    const subprotocol = software === undefined ? SUBPROTOCOL : software.subprotocol;
    const socket = new WebSocket(gateway, subprotocol === null ? [] : [subprotocol], {
      // libwebsockets sends the host without the port.
      ...(software === undefined
        ? {}
        : { headers: { host: gateway.hostname }, origin: `http://${gateway.hostname}` }),
      createConnection: () => this.#dial(device, credentials),
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      maxPayload: FRAME_MAX_BYTES,
      skipUTF8Validation: true,
    });
    let isOpen = false;
    this.#sockets.add(socket);
    const link = linkOver(socket, () => this.#abandoned.set(device, socket));
    const settled = () => {
      if (isOpen) return;
      isOpen = true;
      this.#pending -= 1;
      this.#underway.delete(device);
      this.#tick();
    };
    socket.once('open', () => {
      settled();
      this.#failures.delete(device);
      this.#abandoned.get(device)?.terminate();
      this.#abandoned.delete(device);
      if (!device.wantsLink) return socket.terminate();
      this.#watchSilence(socket);
      device.linked(link, credentials);
      this.#options.onOpen(device);
    });
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) device.receive(data.toString());
    });
    socket.on('error', (error) => this.#options.onTrouble(device, error));
    socket.once('close', () => {
      const wasOpen = isOpen;
      settled();
      this.#sockets.delete(socket);
      device.unlinked(link);
      if (wasOpen) this.#retry(device);
      else this.#failed(device, null);
    });
  }

  /** `namesHost`: the certificate must match the host; the real clients do not check. */
  #checkPeer(socket: TLSSocket, host: string, namesHost: boolean): void {
    const peer = socket.getPeerX509Certificate();
    const { authority } = this.#options;
    if (socket.isSessionReused() || (peer && isIssuedFor(peer, authority, namesHost ? host : null))) return;
    socket.destroy(new Error(`the certificate of ${host} is not from whom it should be`));
  }

  #dial(device: VirtualDevice, { key, certificate }: Credentials): TLSSocket {
    const { gateway } = this.#options;
    const host = gateway.hostname.replace(/^\[|\]$/g, '');
    const session = this.#sessions.get(device);
    const socket = connect({
      host,
      port: Number(gateway.port || 443),
      key,
      cert: certificate,
      ...(isIP(host) ? {} : { servername: host }),
      // Shared: a CA list in each of ten thousand contexts would use as much memory as the connections.
      rejectUnauthorized: false,
      ...(session ? { session } : {}),
    });
    const namesHost = device.node.model.software === undefined;
    socket.once('secureConnect', () => this.#checkPeer(socket, host, namesHost));
    socket.on('session', (ticket: Buffer) => this.#sessions.set(device, ticket));
    return socket;
  }

  #watchSilence(socket: WebSocket): void {
    let heardAt = performance.now();
    const hear = () => {
      heardAt = performance.now();
    };
    socket.on('message', hear);
    socket.on('ping', hear);
    socket.on('pong', hear);
    const look = () => {
      if (socket.readyState !== WebSocket.OPEN || socket.isPaused) return;
      const silent = performance.now() - heardAt;
      if (silent >= SILENCE_MS + HANG_UP_MS) return socket.terminate();
      const asks = silent >= SILENCE_MS;
      if (asks) socket.ping();
      this.#options.timers.after(asks ? HANG_UP_MS : SILENCE_MS - silent, look);
    };
    this.#options.timers.after(SILENCE_MS, look);
  }

  #failed(device: VirtualDevice, error: Error | null): void {
    this.#underway.delete(device);
    this.#failures.set(device, (this.#failures.get(device) ?? 0) + 1);
    this.#sessions.delete(device);
    if (error) this.#options.onTrouble(device, error);
    this.#retry(device);
  }

  #retry(device: VirtualDevice): void {
    if (!device.wantsLink || this.#stopped) return;
    const failures = this.#failures.get(device) ?? 0;
    this.want(
      device,
      backoffMs({ firstMs: RETRY_MS, maxMs: this.#options.retryMaxMs, jitter: JITTER }, failures),
    );
  }
}

function isIssuedFor(peer: X509Certificate, authority: X509Certificate, host: string | null): boolean {
  const now = Date.now();
  const isTimely = peer.validFromDate.getTime() <= now && now <= peer.validToDate.getTime();
  const isNamed = host === null || (isIP(host) ? peer.checkIP(host) : peer.checkHost(host)) !== undefined;
  return isTimely && isNamed && peer.checkIssued(authority) && peer.verify(authority.publicKey);
}

function linkOver(socket: WebSocket, abandoned: () => void): Link {
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(onTheWire(frame), { binary: false });
    },
    get backlog() {
      return socket.bufferedAmount;
    },
    close: () => socket.terminate(),
    abandon: () => {
      // A paused socket answers nothing, pings included.
      socket.pause();
      abandoned();
    },
  };
}
