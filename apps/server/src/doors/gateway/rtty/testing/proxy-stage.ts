import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { RemoteProxyInput } from '@airloom/contract/remote-proxy/remote-proxy.rules';
import type { Dialect, ServerMessage, TunnelEvent } from '@airloom/device-protocol/rtty/messages';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Person } from '../../../../testing/builders.ts';
import type { ObedientDevice } from '../../../../testing/obedient-device.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { connectDevice, openRemoteAccount, type RemoteAccount } from './remote-account.ts';
import { RttyClient } from './rtty-client.ts';

type WebMessage = Extract<ServerMessage, { type: 'http' }>;

export const TARGET = { localAddress: '10.9.8.7', localPort: 80 } as const;

/** A device that connects back when it is asked to, and answers requests for its web page. */
export class ProxyDevice {
  readonly id: string;
  readonly device: ObedientDevice;
  readonly clients: RttyClient[] = [];
  /** Web messages in order; those of one request have the same connection. */
  readonly received: WebMessage[] = [];
  readonly tunnels: { readonly connection: Buffer; readonly event: TunnelEvent }[] = [];
  /** The answer to the first message of a request; null: none. */
  respond: (head: string, message: WebMessage) => Buffer | string | null = () => page('hello');
  readonly #dialect: Dialect;

  constructor(id: string, device: ObedientDevice, dialect: Dialect) {
    this.id = id;
    this.device = device;
    this.#dialect = dialect;
    device.obey = ({ id: command, command: asked }) => {
      if (asked.name !== 'remoteShell') return;
      device.answer(command);
      void this.#connectBack(asked);
    };
  }

  get client(): RttyClient {
    return this.clients.at(-1) ?? expect.fail('The device has not connected back');
  }

  get heads(): string[] {
    return this.received.filter(({ data }) => data.length > 0).map(({ data }) => data.toString());
  }

  sendWeb(connection: Buffer, data: Buffer): boolean {
    return this.client.send({ type: 'http', connection, data });
  }

  sendTunnel(connection: Buffer, event: TunnelEvent): void {
    this.client.send({ type: 'tunnel', connection, event });
  }

  async #connectBack(key: { readonly id: string; readonly token: string; readonly port: number }) {
    const client = await RttyClient.register(this.#dialect, key.port, key);
    this.clients.push(client);
    const reading = setInterval(() => {
      for (const message of client.received.splice(0)) this.#read(message);
    }, 2);
    client.socket.once('close', () => clearInterval(reading));
  }

  #read(message: ServerMessage): void {
    if (message.type === 'tunnel') this.tunnels.push(message);
    if (message.type !== 'http') return;
    this.received.push(message);
    if (!message.data.includes(' HTTP/1.1\r\n')) return;
    const answer = this.respond(message.data.toString(), message);
    if (answer === null) return;
    this.sendWeb(message.connection, Buffer.from(answer));
    this.sendWeb(message.connection, Buffer.alloc(0));
  }
}

export function page(body: string, ...headers: readonly string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return ['HTTP/1.1 200 OK', 'Content-Type: text/html', length, ...headers, '', body].join('\r\n');
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request as a browser sends it; fails when the connection is closed without an answer. */
export function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body = '',
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = request(
    url,
    { method, headers: { accept: 'text/html', ...headers }, agent: false },
    (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** The head of a request as a browser sends it. */
export function requestOf(
  start: string,
  { publicPort, cookie }: { readonly publicPort: number; readonly cookie: string },
  ...headers: readonly string[]
): string {
  const host = `localhost:${publicPort}`;
  const lines = [
    `${start} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: http://${host}`,
    `Cookie: ${cookie}`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** What a socket has received so far. */
export function collect(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

/** A server with one account that uses remote proxies. */
export class ProxyStage {
  readonly account: RemoteAccount;
  readonly #devices: ProxyDevice[] = [];

  private constructor(account: RemoteAccount) {
    this.account = account;
  }

  static async open(...parameters: Parameters<typeof openRemoteAccount>): Promise<ProxyStage> {
    const account = await openRemoteAccount(...parameters);
    const { server, owner } = account;
    await server.call('saveRemoteProxySettings', { enabled: true }, { as: owner.token });
    return new ProxyStage(account);
  }

  get server(): TestServer {
    return this.account.server;
  }

  get owner(): Person {
    return this.account.owner;
  }

  async device(dialect: Dialect = 'modern'): Promise<ProxyDevice> {
    const { id, device } = await connectDevice(this.account);
    const proxied = new ProxyDevice(id, device, dialect);
    this.#devices.push(proxied);
    await this.setAbilities(id, { webProxy: true, tcpTunnels: true });
    return proxied;
  }

  async setAbilities(
    id: string,
    abilities: { readonly webProxy: boolean; readonly tcpTunnels: boolean },
  ): Promise<void> {
    const text = JSON.stringify({ radios: [], remoteShell: true, ...abilities });
    await this.server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set abilities = ${text}::jsonb where id = ${id}`),
    );
  }

  create(deviceUUID: string, input: Partial<RemoteProxyInput> = {}, person: Person = this.owner) {
    const all = { deviceUUID, protocol: 'http', ...TARGET, ...input } as const;
    return this.server.call('createRemoteProxy', all, { as: person.token });
  }

  /** A proxy, and the cookie of a browser that opened its link. */
  async opened(deviceUUID: string, input: Partial<RemoteProxyInput> = {}, person: Person = this.owner) {
    const { code, data } = await this.create(deviceUUID, input, person);
    expect(code).toBe(0);
    const { status, headers } = await get(data.link ?? '');
    expect(status).toBe(303);
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { ...data, url: `http://localhost:${data.publicPort}`, cookie };
  }

  /** A download that goes on until something ends it. */
  async download(input: Parameters<ProxyStage['create']>[1] = {}, person: Person = this.owner) {
    const device = await this.device();
    const opened = await this.opened(device.id, input, person);
    device.respond = (_head, { connection }) => {
      device.sendWeb(connection, Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nstarted'));
      return null;
    };
    const socket = connect({ host: '127.0.0.1', port: opened.publicPort });
    socket.on('error', () => undefined);
    const output = collect(socket);
    socket.write(requestOf('GET /', opened));
    await expect.poll(output, WITHIN).toContain('started');
    return { ...opened, device, socket };
  }

  async proxies(state: 'open' | 'ended' = 'open') {
    return (await this.server.call('listRemoteProxies', { state }, { as: this.owner.token })).data.rows;
  }

  async endAll(): Promise<void> {
    for (const { proxyUUID } of await this.proxies()) {
      await this.server.call('stopRemoteProxy', { proxyUUID }, { as: this.owner.token });
    }
    for (const { device, clients } of this.#devices.splice(0)) {
      for (const client of clients) client.end();
      device.end();
    }
  }
}
