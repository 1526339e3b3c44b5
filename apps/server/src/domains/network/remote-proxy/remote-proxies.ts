import { readFile } from 'node:fs/promises';
import { isReservedIpv4 } from '@airloom/contract/formats/network/ipv4';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { remoteProxiesChanged } from '@airloom/contract/remote-proxy/remote-proxy.live';
import type { ProxyEnd } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { BusStreams } from '../../../platform/bus/bus-streams.ts';
import { runOutsideCall } from '../../../platform/current-call.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { PlatformAddressBook } from '../../../platform/platform-hosts.ts';
import { DeviceConnection, DeviceConnectionError } from './device-connection.ts';
import { ProxyAccess } from './proxy-access.ts';
import { PROXY_STREAM } from './proxy-stream.ts';
import { ProxyWays, stillAllowed } from './proxy-users.ts';
import * as repository from './remote-proxy.repository.ts';
import { type ProxyRow, type ProxySurroundings, type PublicIdentity, RunningProxy } from './running-proxy.ts';
import { attachTcp } from './tcp-proxy.ts';
import { WebProxy } from './web-proxy.ts';

/** The public ports of all proxies that have not ended. The console is one process, so they are all here. */
export class RemoteProxies {
  readonly #platform: Platform;
  readonly #streams: Pick<BusStreams, 'open'>;
  readonly #running = new Map<string, RunningProxy>();
  readonly #ways: ProxyWays;
  readonly #ownAddresses: PlatformAddressBook;
  readonly #changedTenants = new Set<string>();
  /** Whose rows are not committed yet. */
  readonly #isCreating = new Set<string>();
  /** Closed while a sweep may still have them as open. */
  readonly #closed = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();
  #identity: PublicIdentity | null = null;
  #stopped = false;

  constructor(platform: Platform, streams: Pick<BusStreams, 'open'>) {
    this.#platform = platform;
    this.#streams = streams;
    this.#ways = new ProxyWays(platform);
    this.#ownAddresses = new PlatformAddressBook(platform.settings, platform.monotonic);
  }

  /** Whether a target is an address of this platform. */
  isOwnAddress(address: string): Promise<boolean> {
    return this.#ownAddresses.has(address);
  }

  /** Reads the certificate, and opens the ports of stored proxies. */
  async start(): Promise<void> {
    const { PROXY_CERT_FILE: cert, PROXY_KEY_FILE: key } = this.#platform.settings;
    if (cert !== undefined && key !== undefined) {
      this.#identity = { cert: await readFile(cert), key: await readFile(key) };
    }
    await this.sweep();
  }

  find(id: string): RunningProxy | undefined {
    return this.#running.get(id);
  }

  /** Opens the port. @throws when it is in use */
  async open(row: ProxyRow): Promise<RunningProxy> {
    const { vault, monotonic, now, settings } = this.#platform;
    const isSecure = this.#identity !== null;
    const access = new ProxyAccess({ id: row.id, isSecure }, vault, monotonic);
    const proxy = new RunningProxy(row, access, this.#surroundings());
    if (row.protocol === 'tcp') {
      const server = RunningProxy.tcpServer();
      attachTcp(server, proxy, now);
      await proxy.listen(server, settings.HOST);
    } else {
      const server = proxy.webServer();
      new WebProxy(proxy, now).attach(server);
      await proxy.listen(server, settings.HOST);
    }
    this.#running.set(row.id, proxy);
    return proxy;
  }

  /** Closes the port and its connections at once. */
  async close(id: string): Promise<void> {
    this.#closed.add(id);
    this.#ways.forget();
    const proxy = this.#running.get(id);
    if (proxy === undefined) return;
    this.#running.delete(id);
    proxy.end();
    await this.#platform.database.asSystem((tx) => repository.addTraffic(tx, trafficOf([proxy])));
  }

  /** Ends proxies that expired or may not be used any more, opens those that should run, stores traffic. */
  sweep(): Promise<void> {
    const sweeping = this.#sweeping.then(() => this.#sweep());
    this.#sweeping = sweeping.catch(() => undefined);
    return sweeping;
  }

  async #sweep(): Promise<void> {
    const { database, now } = this.#platform;
    const at = now();
    this.#closed.clear();
    this.#ways.forget();
    const used = [...this.#running.values()].filter(
      (proxy) => proxy.traffic.lastUsedAt !== null || proxy.traffic.out > 0,
    );
    const connected = [...this.#running.values()].flatMap((proxy) =>
      [...proxy.users].map((membershipId) => ({ ...proxy.row, membershipId, proxy })),
    );
    const [open, ended, allowed] = await database.asSystem(async (tx) => {
      await repository.addTraffic(tx, trafficOf(used));
      const stored = await repository.openProxies(tx);
      const ends = await this.#endsOf(tx, stored, at);
      for (const [proxy, reason] of ends)
        await repository.endProxy(tx, proxy.tenant, proxy.id, { at, reason });
      const users = await stillAllowed(tx, connected);
      return [stored.filter((proxy) => !ends.has(proxy)), [...ends.keys()], users] as const;
    });
    for (const user of connected) if (!allowed.has(user)) user.proxy.endFor(user.membershipId);
    for (const { row } of used) this.#changedTenants.add(row.tenant);
    for (const { tenant } of ended) this.#changedTenants.add(tenant);
    const wanted = new Set(open.map(({ id }) => id));
    for (const proxy of this.#running.values()) if (!wanted.has(proxy.row.id)) await this.#gone(proxy);
    for (const row of open) if (!this.#running.has(row.id) && !this.#stopped) await this.#reopen(row);
    this.#tell();
  }

  /** The list changed. */
  changed(tenant: string): void {
    this.#platform.live.push(remoteProxiesChanged, {}, { tenant });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const proxies = [...this.#running.values()];
    this.#running.clear();
    for (const proxy of proxies) proxy.end();
    await this.#platform.database.asSystem((tx) => repository.addTraffic(tx, trafficOf(proxies)));
  }

  /** One that was created after the stored ones were read is not gone. */
  async #gone(proxy: RunningProxy): Promise<void> {
    const { tenant, id } = proxy.row;
    if (this.#isCreating.has(id)) return;
    const isOpen = await this.#platform.database.asSystem((tx) => repository.isOpen(tx, tenant, id));
    if (!isOpen) await this.close(id);
  }

  /** Keeps its port open although its row is not committed. */
  async whileCreating<T>(id: string, create: () => Promise<T>): Promise<T> {
    this.#isCreating.add(id);
    try {
      return await create();
    } finally {
      this.#isCreating.delete(id);
    }
  }

  async #endsOf(
    tx: Parameters<typeof repository.openProxies>[0],
    stored: readonly repository.OpenProxy[],
    at: Date,
  ): Promise<ReadonlyMap<repository.OpenProxy, ProxyEnd>> {
    const allowed = await stillAllowed(tx, stored);
    const ends = new Map<repository.OpenProxy, ProxyEnd>();
    for (const proxy of stored) {
      if (proxy.expiresAt <= at) ends.set(proxy, 'expired');
      else if (!proxy.enabled) ends.set(proxy, 'switchedOff');
      else if (!allowed.has(proxy)) ends.set(proxy, 'accessLost');
    }
    return ends;
  }

  async #reopen(row: ProxyRow): Promise<void> {
    if (this.#isCreating.has(row.id) || this.#closed.has(row.id)) return;
    try {
      await this.open(row);
      // Stopped while its port was being opened.
      if (this.#closed.has(row.id)) await this.close(row.id);
    } catch (error) {
      // Tried again with the next sweep.
      this.#platform.log.warn({ err: error, port: row.publicPort }, 'the port of a remote proxy is not open');
    }
  }

  #tell(): void {
    for (const tenant of this.#changedTenants) this.changed(tenant);
    this.#changedTenants.clear();
  }

  #surroundings(): ProxySurroundings {
    return {
      identity: this.#identity,
      monotonic: this.#platform.monotonic,
      connect: (proxy, membershipId) => this.#connect(proxy, membershipId),
      used: (proxy, address) => this.#used(proxy, address),
      hasRoom: (tenant) => {
        let count = 0;
        for (const proxy of this.#running.values()) {
          if (proxy.row.tenant === tenant) count += proxy.connectionCount;
        }
        return count < REMOTE_PROXY_LIMITS.connectionsPerAccount;
      },
    };
  }

  async #connect(proxy: RunningProxy, membershipId: string): Promise<DeviceConnection> {
    const { tenant, deviceId, protocol, address, port, expiresAt } = proxy.row;
    if (expiresAt <= this.#platform.now()) {
      await this.sweep();
      throw new DeviceConnectionError('expired');
    }
    // Addresses of the platform may have changed since the proxy was created.
    if (isReservedIpv4(address) || (await this.isOwnAddress(address))) {
      throw new DeviceConnectionError('targetRefused');
    }
    const way = await this.#ways.find(proxy.row, membershipId);
    if ('refused' in way) throw new DeviceConnectionError(way.refused);
    const stream = this.#streams.open(way.gatewayId, {
      kind: PROXY_STREAM,
      tenant,
      deviceId,
      protocol,
      address,
      port,
    });
    const { traffic } = proxy;
    return new DeviceConnection(stream, {
      sent: (bytes) => {
        traffic.in += bytes;
      },
      received: (bytes) => {
        traffic.out += bytes;
      },
    });
  }

  /** Writes the first use from an address to the operation log. */
  #used({ row }: RunningProxy, address: string): void {
    const { database, log } = this.#platform;
    const { tenant, deviceId, publicPort } = row;
    runOutsideCall(() =>
      database.withTenant({ tenant }, async (tx) => {
        const device = await repository.deviceById(tx, tenant, deviceId);
        if (device === undefined) return;
        const place = { sites: [device.site_id], deviceKinds: [device.kind] };
        const changes = audit.values(null, { ...targetOf(row), publicPort });
        const origin = { address, call: 'useRemoteProxy', requestId: newId() };
        const actor = { tenant, manager: null, userName: '', origin };
        await recordOperation(tx, actor, audit.object('device', device, place, changes));
      }),
    ).catch((error: unknown) => log.error({ err: error }, 'the use of a remote proxy was not logged'));
  }
}

/** As the operation log names the target. */
export function targetOf({
  protocol,
  address,
  port,
}: Pick<ProxyRow, 'protocol' | 'address' | 'port'>): object {
  return { proxyTarget: `${protocol}://${address}:${port}` };
}

/** Takes what was counted since it was last stored. */
function trafficOf(proxies: readonly RunningProxy[]): repository.StoredTraffic[] {
  return proxies.map(({ row, traffic }) => {
    const taken = { tenant: row.tenant, id: row.id, ...traffic };
    Object.assign(traffic, { in: 0, out: 0, lastUsedAt: null });
    return taken;
  });
}
