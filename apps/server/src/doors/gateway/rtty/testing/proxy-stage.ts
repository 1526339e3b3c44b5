import { request } from 'node:http';
import type { RemoteProxyInput } from '@airloom/contract/remote-proxy/remote-proxy.rules';
import type { Dialect, ServerMessage, TunnelEvent } from '@airloom/device-protocol/rtty/messages';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice } from '../../../../testing/obedient-device.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
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
  const sent = request(url, { method, headers, agent: false }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    response.on('error', reject);
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** A server with one account that uses remote proxies. */
export class ProxyStage {
  readonly server: TestServer;
  readonly owner: Person;
  readonly siteId: string;
  readonly otherSiteId: string;
  readonly #devices: ProxyDevice[] = [];

  private constructor(server: TestServer, owner: Person, sites: readonly [string, string]) {
    this.server = server;
    this.owner = owner;
    [this.siteId, this.otherSiteId] = sites;
  }

  static async open(
    env: Readonly<Record<string, string>> = {},
    options: Parameters<typeof startTestServer>[1] = {},
  ): Promise<ProxyStage> {
    const server = await startTestServer({ GATEWAY_PORT: '0', ...env }, { scheduled: false, ...options });
    const owner = await buildAccount(server);
    const organization = await buildOrganization(server, owner, 'North');
    const site = await buildSite(server, owner, organization, 'Harbour');
    const other = await buildSite(server, owner, organization, 'Mill');
    await server.call('saveRemoteProxySettings', { enabled: true }, { as: owner.token });
    return new ProxyStage(server, owner, [site, other]);
  }

  async device(dialect: Dialect = 'modern'): Promise<ProxyDevice> {
    const { server, owner, siteId } = this;
    const { id, serial } = await buildDevice(server, owner, { siteId, kind: 'ap' });
    const credentials = await credentialsOf(server.platform.settings.dataDir, owner.tenant, serial);
    const device = new ObedientDevice(() => server.gatewayPort ?? 0, serial, credentials);
    await device.connect();
    const proxied = new ProxyDevice(id, device, dialect);
    this.#devices.push(proxied);
    await expect
      .poll(async () => {
        const answer = await server.call('viewDevice', { deviceUUID: id }, { as: owner.token });
        return [answer.data.status, answer.data.abilities?.remoteShell];
      }, WITHIN)
      .toEqual(['online', true]);
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
