import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { DeviceCommand } from '@airloom/device-protocol/commands';
import { inflateParams } from '@airloom/device-protocol/compression';
import { ackFrame, commandFrame } from '@airloom/device-protocol/write-frame';
import * as x509 from '@peculiar/x509';
import { type WebSocket, WebSocketServer } from 'ws';
import { SIGNING } from '../fleet/identities.ts';
import { isRecord, type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';

const YEAR = 365 * 86_400_000;
const ABILITIES = {
  compressedCommands: true,
  acknowledgedReports: true,
  remoteShell: true,
  webProxy: false,
  tcpTunnels: false,
  country: null,
  radios: [],
  ports: [],
};

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function serverCredentials(
  authority: x509.X509Certificate,
  signingKey: webcrypto.CryptoKey,
  name: string,
  names: x509.JsonGeneralName[],
): Promise<{ key: string; cert: string }> {
  const own = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '02',
    subject: `CN=${name}`,
    issuer: authority.subject,
    notBefore: new Date(Date.now() - YEAR),
    notAfter: new Date(Date.now() + YEAR),
    publicKey: own.publicKey,
    signingKey,
    signingAlgorithm: SIGNING,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  });
  return { key: await keyPem(own.privateKey), cert: certificate.toString('pem') };
}

/** The connection of one device and its frames. */
export class Caller {
  readonly serial: string;
  readonly socket: WebSocket;
  readonly wasResumed: boolean;
  readonly frames: Json[] = [];
  /** The raw frames. */
  readonly bytes: Buffer[] = [];
  /** The Host header it sent. */
  readonly host: string | undefined;
  readonly #gateway: TinyGateway;
  #id = 0;

  constructor(
    serial: string,
    socket: WebSocket,
    wasResumed: boolean,
    host: string | undefined,
    gateway: TinyGateway,
  ) {
    this.host = host;
    this.serial = serial;
    this.socket = socket;
    this.wasResumed = wasResumed;
    this.#gateway = gateway;
  }

  /** Parameters of all frames of one method, decompressed. */
  received(method: string): Json[] {
    return this.frames
      .filter((frame) => frame['method'] === method)
      .map((frame) => recordIn(frame['params']));
  }

  answers(id: number): Json[] {
    return this.frames.filter((frame) => frame['id'] === id).map((frame) => recordIn(frame['result']));
  }

  /** Sends a command and waits for the first answer to it. */
  async execute(command: DeviceCommand): Promise<Json> {
    this.#id += 1;
    const id = this.#id;
    this.socket.send(commandFrame(id, this.serial, command, ABILITIES));
    return this.#gateway.until(() => this.answers(id)[0]);
  }

  /** Sends a raw command and returns its id. */
  sendRaw(method: string, params: object): number {
    this.#id += 1;
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params, id: this.#id }));
    return this.#id;
  }
}

/** A minimal gateway for tests, with real TLS and certificates. */
export class TinyGateway {
  readonly ca: string;
  readonly callers: Caller[] = [];
  /** False: reports are not acknowledged. */
  acknowledges = true;
  enrolments = 0;
  readonly #authorityKey: webcrypto.CryptoKey;
  readonly #authority: x509.X509Certificate;
  readonly #server: Server;
  readonly #waiters = new Set<() => void>();

  private constructor(
    authority: x509.X509Certificate,
    authorityKey: webcrypto.CryptoKey,
    tls: { key: string; cert: string },
  ) {
    this.#authority = authority;
    this.#authorityKey = authorityKey;
    this.ca = authority.toString('pem');
    this.#server = createServer({ ...tls, ca: this.ca, requestCert: true, rejectUnauthorized: false });
    this.#server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void this.#answer(request.url ?? '', Buffer.concat(chunks).toString()).then((body) =>
          response.end(body),
        );
      });
    });
    const sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    this.#server.on('upgrade', (request, socket: TLSSocket, head) => {
      const serial = socket.getPeerCertificate().subject?.CN;
      if (!socket.authorized || typeof serial !== 'string') return socket.destroy();
      sockets.handleUpgrade(request, socket, head, (ws) =>
        this.#welcome(serial, ws, socket.isSessionReused(), request.headers.host),
      );
    });
  }

  static async open(port = 0): Promise<TinyGateway> {
    const keys = await newKeys();
    const dates = { notBefore: new Date(Date.now() - YEAR), notAfter: new Date(Date.now() + YEAR) };
    const authority = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: 'CN=Tiny devices',
      ...dates,
      keys,
      signingAlgorithm: SIGNING,
      extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
    });
    const names: x509.JsonGeneralName[] = [{ type: 'ip', value: '127.0.0.1' }];
    const tls = await serverCredentials(authority, keys.privateKey, '127.0.0.1', names);
    const gateway = new TinyGateway(authority, keys.privateKey, tls);
    gateway.#server.listen(port, '127.0.0.1');
    await once(gateway.#server, 'listening');
    return gateway;
  }

  get url(): string {
    const { port }: Partial<AddressInfo> = this.#server.address() as AddressInfo;
    return `wss://127.0.0.1:${port}`;
  }

  /** Key and certificate of another server, from the same authority. */
  credentialsOf(name: string, names: x509.JsonGeneralName[]): Promise<{ key: string; cert: string }> {
    return serverCredentials(this.#authority, this.#authorityKey, name, names);
  }

  /** The authority as files, for signing in bulk. */
  async authorityFiles(): Promise<{ certificateFile: string; keyFile: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'tiny-gateway-'));
    const files = { certificateFile: join(folder, 'ca.pem'), keyFile: join(folder, 'ca.key') };
    const key = await webcrypto.subtle.exportKey('pkcs8', this.#authorityKey);
    await writeFile(files.certificateFile, this.ca);
    await writeFile(files.keyFile, x509.PemConverter.encode(key, 'PRIVATE KEY'));
    return files;
  }

  async #answer(path: string, body: string): Promise<string> {
    if (path === '/ca.pem') return this.ca;
    const csr = textIn(readJson(body)?.['csr']) ?? '';
    const request = new x509.Pkcs10CertificateRequest(csr);
    this.enrolments += 1;
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: String(1000 + this.enrolments),
      subject: request.subject,
      issuer: this.#authority.subject,
      notBefore: new Date(Date.now() - YEAR),
      notAfter: new Date(Date.now() + YEAR),
      publicKey: request.publicKey,
      signingKey: this.#authorityKey,
      signingAlgorithm: SIGNING,
    });
    return JSON.stringify({ certificate: certificate.toString('pem'), ca: this.ca });
  }

  #welcome(serial: string, socket: WebSocket, wasResumed: boolean, host: string | undefined): void {
    const caller = new Caller(serial, socket, wasResumed, host, this);
    this.callers.push(caller);
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const frame = unpacked(readJson(data.toString()) ?? {});
      caller.frames.push(frame);
      caller.bytes.push(data);
      const seq = numberIn(recordIn(recordIn(frame['params'])['x-airloom'])['seq']);
      if (seq !== null && this.acknowledges) socket.send(ackFrame(serial, seq));
      this.#wake();
    });
    socket.on('close', () => this.#wake());
    this.#wake();
  }

  #wake(): void {
    for (const waiter of this.#waiters) waiter();
  }

  /** Waits until `find` returns a value, checking after each frame or connection change. */
  until<T>(look: () => T | undefined | null | false): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = look();
        if (found === undefined || found === null || found === false) return;
        this.#waiters.delete(check);
        resolve(found);
      };
      this.#waiters.add(check);
      check();
    });
  }

  /** The newest connection of a device. */
  caller(serial: string, after?: Caller): Promise<Caller> {
    return this.until(() => {
      const newest = this.callers.findLast((one) => one.serial === serial);
      return newest !== after && newest?.received('connect')[0] ? newest : undefined;
    });
  }

  async close(): Promise<void> {
    for (const { socket } of this.callers) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function unpacked(frame: Json): Json {
  const params = recordIn(frame['params']);
  const packed = textIn(params['compress_64']);
  if (packed === null) return frame;
  const plain = inflateParams(packed, 1 << 22);
  const value: unknown = plain === null ? null : JSON.parse(plain.toString());
  return { ...frame, params: isRecord(value) ? value : {}, wasPacked: true };
}
