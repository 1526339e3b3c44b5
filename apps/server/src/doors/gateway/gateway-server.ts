import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import {
  type OpenConnection,
  stillAccepted,
  trustedCas,
} from '../../domains/network/devices/admission/admission.repository.ts';
import {
  type Proof,
  type ProofFault,
  Trust,
} from '../../domains/network/devices/admission/admission.trust.ts';
import { Admission } from '../../domains/network/devices/admission/admission.ts';
import { CertificateAuthority } from '../../domains/network/devices/admission/certificate-authority.ts';
import { RefusedAttempts } from '../../domains/network/devices/admission/refused-attempts.ts';
import { combineFacts, type DeviceFacts } from '../../domains/network/devices/device-facts.ts';
import { GatewayProcess } from '../../domains/network/devices/presence/gateway-process.ts';
import { PresenceTracker } from '../../domains/network/devices/presence/presence.tracker.ts';
import { HEARTBEAT_MS } from '../../domains/network/devices/presence/presence.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressBlock } from '../../platform/throttle/address-block.ts';
import { DeviceSessions } from './admission/device-sessions.ts';
import { EnrolmentHttp } from './admission/enrolment-http.ts';
import { HandshakeQueue } from './admission/handshake-queue.ts';
import { RawSockets } from './admission/raw-sockets.ts';
import type { GatewayConnections } from './connections.ts';
import type { FirmwareHttp } from './firmware/firmware-http.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import { serverIdentity } from './server-identity.ts';
import type { Session } from './session.ts';

const SUBPROTOCOL = 'ucentral-broker';
const DEFAULT_PORT = 15_002;
const PORT_TRIES = 20;
const BACKLOG = 4_096;
const RESUME_EVERY_MS = 200;
const SWEEP_EVERY_MS = 1_000;
const SESSIONS_SWEEP_EVERY_MS = 5_000;
/** Full check in case bus messages were lost. */
const RECHECK_EVERY_MS = 5 * 60_000;
const RENEW_EVERY_MS = 12 * 60 * 60_000;
const GOODBYE_MS = 500;
/** Address of a device that connected elsewhere, when it is not known. */
const ELSEWHERE = '';

type GatewayPlatform = Pick<
  Platform,
  'settings' | 'database' | 'quotas' | 'log' | 'metrics' | 'now' | 'monotonic' | 'wakeOutbox'
>;

export interface GatewayParts {
  readonly platform: GatewayPlatform;
  readonly bus: Bus;
  /** Id of this process as a holder of connections. */
  readonly gatewayId: string;
  readonly connections: GatewayConnections;
  /** Receivers of device messages in the domains. */
  readonly facts: readonly Partial<DeviceFacts>[];
  /** Serves images to devices during upgrades. */
  readonly firmware?: FirmwareHttp;
  readonly limits?: Partial<GatewayLimits>;
}

export interface Gateway {
  /** Without a port: the default one, or the next free one. */
  listen(port: number | undefined): Promise<number>;
  /** Reads the trusted authorities of accounts again. */
  reloadTrust(): Promise<void>;
  /** Checks the connected devices again: all, those of an account, or some of its devices. */
  recheck(tenant: string | null, deviceIds: readonly string[] | null): Promise<void>;
  /** Writes the heartbeat of this process and cleans up after dead ones. Called every few seconds. */
  beat(): Promise<void>;
  /** Finds silent and half-open connections. Called every few seconds. */
  sweep(): void;
  close(): Promise<void>;
}

/** Opens the server for devices: TLS with client certificates, WebSocket, and enrolment without a certificate. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { platform, bus, connections } = parts;
  const { settings, log, metrics, database } = platform;
  const limits: GatewayLimits = { ...GATEWAY_LIMITS, ...parts.limits };
  const { monotonic } = platform;
  const authority = await CertificateAuthority.open(settings.dataDir, platform.now());
  const trust = new Trust(authority, settings.DEVICE_CA_FILE !== undefined);
  const presence = new PresenceTracker(platform);
  const self = new GatewayProcess(parts.gatewayId, platform, () =>
    presence.restate(connectedDevicesOf(connections)),
  );
  const attempts = new RefusedAttempts(platform);
  const admission = new Admission(platform, self.id, attempts);
  const asked = {
    gatewayId: self.id,
    isHere: (tenant: string, deviceId: string) => connections.isHere(tenant, deviceId),
  };
  const desk = new EnrolmentHttp(platform, authority, asked, attempts, limits);
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameMaxBytes,
    maxFragments: limits.fragmentsMax,
    maxBufferedChunks: limits.chunksMax,
    // SSIDs and host names in other encodings would end the connection; `readFrame` replaces such bytes.
    skipUTF8Validation: true,
    // Pings count against the rate limits.
    autoPong: false,
    // Only called when some are offered; clients without any are accepted.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const handshakes = new HandshakeQueue({
    limits,
    now: monotonic,
    start: (socket) => https.emit('connection', socket),
    dropped: (outcome) => metrics.deviceEntries.inc({ outcome }),
  });
  const sessions = new DeviceSessions({
    gatewayId: self.id,
    limits,
    log,
    metrics,
    bus,
    facts: combineFacts([presence, ...parts.facts]),
    admission,
    connections,
    handshakes,
    now: () => platform.now().getTime(),
    monotonic,
  });

  const makers =
    settings.DEVICE_CA_FILE === undefined ? [] : [await readFile(settings.DEVICE_CA_FILE, 'utf8')];
  const secureContext = async () => ({
    ...(await serverIdentity(authority, settings, platform.now())),
    ca: [authority.pem, ...makers],
  });
  // Handshakes of all sockets start in the queue; this server never listens itself.
  const https: HttpsServer = createHttpsServer({
    ...(await secureContext()),
    minVersion: 'TLSv1.2',
    requestCert: true,
    // Devices without a valid certificate may enrol; other requests are refused below.
    rejectUnauthorized: false,
    handshakeTimeout: limits.handshakeMs,
  });
  const raws = new WeakMap<Duplex, Socket>();
  https.on('secureConnection', (socket: TLSSocket) => {
    const raw = rawSockets.below(socket);
    if (raw === undefined) return void socket.destroy();
    raws.set(socket, raw);
    handshakes.allow(raw, limits.requestMs);
  });
  https.on('tlsClientError', (error, socket) => {
    metrics.deviceEntries.inc({ outcome: 'handshakeFailed' });
    log.debug({ reason: error.message }, 'a handshake failed');
    socket.destroy();
  });
  https.on('request', (request, response) => {
    const raw = raws.get(request.socket);
    const keepConnection = (): void => raw && handshakes.leave(raw);
    if (parts.firmware?.answer(request, response, keepConnection) === true) return;
    desk.answer(request, response, addressOf(request.socket), () => proofOf(request.socket));
  });
  https.on('upgrade', (request, stream, head) => {
    try {
      upgrade(request, stream, head);
    } catch (error) {
      log.error({ err: error }, 'a device could not be received');
      stream.destroy();
    }
  });

  function proofOf(socket: Duplex): Proof | ProofFault {
    if (!(socket instanceof TLSSocket)) return 'noCertificate';
    return trust.prove(socket.getPeerX509Certificate(), socket.authorized, platform.now());
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const raw = raws.get(stream);
    if (!(stream instanceof TLSSocket) || raw === undefined) return void stream.destroy();
    if (URL.parse(request.url ?? '', 'https://localhost')?.pathname !== '/')
      return refuse(stream, '404 Not Found');
    const proof = proofOf(stream);
    if (typeof proof === 'string') {
      metrics.deviceEntries.inc({ outcome: proof });
      log.info({ address: addressOf(stream), outcome: proof }, 'a device was refused');
      attempts.noteFault(proof, stream.getPeerX509Certificate(), addressOf(stream));
      return refuse(stream, proof === 'noCertificate' ? '401 Unauthorized' : '403 Forbidden');
    }
    const address = addressOf(stream);
    sockets.handleUpgrade(request, stream, head, (socket) =>
      sessions.enter(socket, raw, proof, address, hostIn(request)),
    );
  }

  const rawSockets = new RawSockets();
  const tcp = createTcpServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (connections.size + handshakes.size >= settings.GATEWAY_CONNECTIONS) {
      metrics.deviceEntries.inc({ outcome: 'gatewayFull' });
      socket.destroy();
      return;
    }
    rawSockets.add(socket);
    handshakes.arrive(socket, addressBlock(addressOf(socket)));
  });

  const reloadTrust = async (): Promise<void> => {
    const lost = trust.replace(await database.asSystem(trustedCas));
    for (const session of connections.all()) {
      const { device, proof } = session;
      // Devices trusted by another authority of the account reconnect at once.
      if (device !== null && proof.maker.kind === 'trusted' && lost.has(device.tenant))
        sessions.refuse(session);
    }
  };
  const recheck: Gateway['recheck'] = async (tenant, deviceIds) => {
    const chosen =
      tenant === null || deviceIds === null
        ? [...connections.all()].filter(({ device }) => tenant === null || device?.tenant === tenant)
        : deviceIds.flatMap((id) => connections.find(tenant, id) ?? []);
    const held = chosen.flatMap((session) => connectionOf(session) ?? []);
    if (held.length === 0) return;
    const accepted = await database.asSystem((tx) => stillAccepted(tx, held));
    const standing = new Map(
      accepted.map((one) => [`${one.tenant} ${one.deviceId} ${one.fingerprint}`, one]),
    );
    for (const session of chosen) {
      const { device, proof } = session;
      if (device === null) continue;
      const found = standing.get(`${device.tenant} ${device.deviceId} ${proof.fingerprint}`);
      if (found === undefined) sessions.refuse(session);
      else if (found.connectionId === null || found.connectionId === session.connectionId)
        device.siteId = found.siteId;
      // It may have reconnected here since.
      else if (connections.find(device.tenant, device.deviceId) === session)
        sessions.connectedElsewhere(device.tenant, device.deviceId, found.connectionId, ELSEWHERE);
    }
  };

  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  const inBackground = (what: string, work: () => Promise<void>): void => {
    const done: Promise<void> = work()
      .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      .finally(() => running.delete(done));
    running.add(done);
  };
  const every = (ms: number, work: () => void): void => {
    timers.push(setInterval(work, ms));
  };
  const lookAgain = (): void =>
    inBackground('looking again at all devices', async () => {
      await reloadTrust();
      await recheck(null, null);
    });
  const unsubscribe = [
    bus.onGap(lookAgain),
    bus.subscribe('gateway.trust', () => inBackground('reading trusted makers', reloadTrust)),
    bus.subscribe('device.recheck', ({ tenant, deviceIds }) =>
      inBackground('looking again at devices', () => recheck(tenant, deviceIds)),
    ),
    bus.subscribe('device.connected', ({ tenant, deviceId, connectionId, address }) =>
      sessions.connectedElsewhere(tenant, deviceId, connectionId, address),
    ),
  ];

  return {
    reloadTrust,
    recheck,
    beat: () => self.beat(),
    sweep: () => sessions.sweep(),
    listen: async (port) => {
      await Promise.all([self.register(), reloadTrust()]);
      every(RESUME_EVERY_MS, () => sessions.resumePaused());
      every(SWEEP_EVERY_MS, () => {
        handshakes.sweep();
        connections.sweep();
        presence.sweep();
        metrics.devicesEntering.set(handshakes.size);
      });
      every(SESSIONS_SWEEP_EVERY_MS, () => sessions.sweep());
      every(HEARTBEAT_MS, () => inBackground('the heartbeat', () => self.beat()));
      every(RECHECK_EVERY_MS, () => {
        desk.forget();
        lookAgain();
      });
      every(RENEW_EVERY_MS, () =>
        inBackground('renewing the certificate', async () => https.setSecureContext(await secureContext())),
      );
      return listenOn(tcp, settings.GATEWAY_HOST, port);
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      for (const leave of unsubscribe) leave();
      const closed = tcp.listening ? once(tcp, 'close') : undefined;
      tcp.close();
      handshakes.close();
      const left = connections.size;
      connections.closeAll();
      if (left > 0) await waitUntil(() => sessions.size === 0, GOODBYE_MS);
      sessions.close();
      await closed;
      await Promise.all(running);
      await Promise.all([admission.close(), presence.close()]);
      await attempts.close();
    },
  };
}

const MAPPED = '::ffff:';

function addressOf({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return remoteAddress.startsWith(MAPPED) ? remoteAddress.slice(MAPPED.length) : remoteAddress;
}

const HOST = /^(?:[a-z\d.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The host by which a device reaches this gateway; null if it is invalid. */
function hostIn({ headers: { host = '' } }: IncomingMessage): string | null {
  return HOST.test(host) ? host : null;
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy());
}

function connectionOf({ device, proof }: Session): OpenConnection | null {
  if (device === null) return null;
  const { tenant, deviceId } = device;
  return { tenant, deviceId, fingerprint: proof.fingerprint };
}

function connectedDevicesOf(connections: GatewayConnections) {
  return [...connections.all()].flatMap(({ device }) => device ?? []);
}

async function listenOn(
  tcp: ReturnType<typeof createTcpServer>,
  host: string,
  wanted: number | undefined,
): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const port = wanted ?? DEFAULT_PORT + attempt;
    try {
      tcp.listen({ port, host, backlog: BACKLOG });
      await once(tcp, 'listening');
      const address = tcp.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    } catch (error) {
      const taken = errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES';
      if (!taken) throw error;
      if (wanted !== undefined || attempt >= PORT_TRIES) {
        const message = `Port ${port} for devices is used by another program. Choose one: GATEWAY_PORT=<number> npm start`;
        throw new Error(message, { cause: error });
      }
    }
  }
}

async function waitUntil(isDone: () => boolean, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (!isDone() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
}
