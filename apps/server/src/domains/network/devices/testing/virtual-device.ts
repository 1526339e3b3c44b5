import { once } from 'node:events';
import { request } from 'node:https';
import { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { newCsr, newKeys } from './certificates.ts';

export interface Credentials {
  readonly key?: string;
  readonly certificate?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends an HTTPS request to the gateway, with or without a certificate. */
export async function ask(
  port: number,
  path: string,
  options: {
    readonly method?: string;
    readonly body?: string;
    readonly from?: string;
    readonly ca?: string;
    readonly credentials?: Credentials;
  } = {},
): Promise<HttpAnswer> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method: options.method ?? 'GET',
    agent: false,
    localAddress: options.from,
    key: options.credentials?.key,
    cert: options.credentials?.certificate,
    ...(options.ca === undefined
      ? { rejectUnauthorized: false }
      : { ca: options.ca, servername: 'localhost' }),
  });
  asked.end(options.body);
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() };
}

/** Enrols with a claim code like a real device; the key never leaves it. */
export async function enrol(
  port: number,
  code: string,
  serial: string,
  more: Readonly<Record<string, unknown>> = {},
  from?: string,
): Promise<HttpAnswer & { readonly credentials: Credentials }> {
  const keys = await newKeys();
  const body = JSON.stringify({ code, csr: await newCsr(serial, keys), ...more });
  const answer = await ask(port, '/enrol', {
    method: 'POST',
    body,
    ...(from === undefined ? {} : { from }),
  });
  const certificate: unknown = answer.status === 200 ? JSON.parse(answer.body).certificate : '';
  return { ...answer, credentials: { key: keys.pem, certificate: String(certificate) } };
}

export interface HelloOptions {
  readonly firmware?: string;
  readonly model?: string;
  readonly kind?: string;
  readonly sn?: string;
  readonly keeps?: boolean;
  readonly uuid?: number;
}

/** A device controlled by a test. */
export class VirtualDevice {
  readonly socket: WebSocket;
  readonly serial: string;
  readonly received: unknown[] = [];
  closedWith: number | null = null;

  constructor(
    port: number,
    serial: string,
    credentials: Credentials,
    options: ClientOptions = {},
    subprotocols: string[] = ['ucentral-broker'],
  ) {
    this.serial = serial;
    this.socket = new WebSocket(`wss://127.0.0.1:${port}/`, subprotocols, {
      key: credentials.key,
      cert: credentials.certificate,
      rejectUnauthorized: false,
      perMessageDeflate: false,
      ...options,
    });
    this.socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString())));
    this.socket.on('close', (code) => {
      this.closedWith = code;
    });
    this.socket.on('error', () => undefined);
  }

  /** Messages sent by `send` reach the gateway in one piece. */
  sendTogether(send: () => void): void {
    const stream: unknown = Reflect.get(this.socket, '_socket');
    if (!(stream instanceof Socket)) throw new Error('The device is not connected');
    stream.cork();
    send();
    stream.uncork();
  }

  /** Resolves when the socket is open, or with the HTTP status of a refusal. */
  opened(): Promise<number | 'open' | 'broken'> {
    return new Promise((resolve) => {
      if (this.socket.readyState === WebSocket.OPEN) resolve('open');
      this.socket.once('open', () => resolve('open'));
      this.socket.once('unexpected-response', (_, response) => {
        resolve(response.statusCode ?? 0);
        this.socket.terminate();
      });
      this.socket.once('error', () => resolve('broken'));
    });
  }

  async closed(): Promise<number> {
    if (this.closedWith === null) await once(this.socket, 'close');
    return this.closedWith ?? 0;
  }

  say(method: string, params: object): void {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { serial: this.serial, ...params } }));
  }

  hello(options: HelloOptions = {}): void {
    const { kind, sn, keeps } = options;
    this.say('connect', {
      firmware: options.firmware ?? 'TIP-v4.2',
      uuid: options.uuid ?? 1,
      reason: 'power-on',
      capabilities: {
        compatible: 'edgecore_eap101',
        model: options.model ?? 'EAP101',
        platform: 'ap',
        ...(kind === undefined ? {} : { 'x-airloom': { kind, sn, keeps } }),
      },
    });
  }

  /** Sends a small state with our extension. */
  report(more: object = {}): void {
    this.say('state', { uuid: 1, state: { unit: { uptime: 100, load: [0, 0, 0] }, ...more } });
  }

  answer(id: number, status: object = { error: 0, text: 'Success' }): void {
    const result = { serial: this.serial, uuid: 1, status };
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  end(): void {
    this.socket.terminate();
  }
}
