import type { Page } from '@airloom/contract/paging';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import type {
  CreatedProxy,
  ProxyDevice,
  RemoteProxyRow,
  RemoteProxyState,
} from '@airloom/contract/remote-proxy/remote-proxy.model';
import type { RemoteProxyInput } from '@airloom/contract/remote-proxy/remote-proxy.rules';
import { HOUR } from '@airloom/contract/time';
import { z } from 'zod';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { inTurn } from '../../../platform/database/in-turn.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { Failure, invalidField } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import { findRemoteDevice, requireOperable } from '../devices/index.ts';
import { type RemoteProxies, targetOf } from './remote-proxies.ts';
import * as repository from './remote-proxy.repository.ts';
import type { ProxyRow, RunningProxy } from './running-proxy.ts';
import { tcpHost, webHost } from './web-host.ts';

const { created } = REMOTE_PROXY_LIMITS;

/** A browser that makes a call. */
interface Caller {
  readonly scope: Scope;
  readonly browserOrigin: string;
  readonly address: string;
}

export class RemoteProxyService {
  readonly #platform: Platform;
  readonly #proxies: RemoteProxies;
  /** By person. */
  readonly #created = new Map<string, TokenBucket>();

  constructor(platform: Platform, proxies: RemoteProxies) {
    this.#platform = platform;
    this.#proxies = proxies;
  }

  async state({ scope, browserOrigin, address }: Caller): Promise<RemoteProxyState> {
    const { database, settings } = this.#platform;
    const enabled = await database.withTenant(scope, (tx) => repository.isEnabled(tx, scope));
    const host = webHost(settings, browserOrigin);
    return {
      enabled,
      address,
      webProblem: 'problem' in host ? host.problem : null,
      available: settings.PROXY_PORTS !== null,
    };
  }

  list(scope: Scope, request: repository.ProxyFilter): Promise<Page<RemoteProxyRow>> {
    return this.#platform.database.withTenant(scope, async (tx) => {
      const { total, rows } = await repository.listProxies(tx, scope, request);
      return { total, rows: rows.map((row) => this.#shown(row)) };
    });
  }

  devices(
    scope: Scope,
    filter: { readonly search: string; readonly deviceUUID?: string | undefined },
  ): Promise<ProxyDevice[]> {
    return this.#platform.database.withTenant(scope, async (tx) => {
      const rows = await repository.supportingDevices(tx, scope, filter);
      return rows.map(({ id, name, ip, web, tcp }) => ({ deviceUUID: id, name, ip: ip ?? '', web, tcp }));
    });
  }

  async create(caller: Caller, input: RemoteProxyInput): Promise<CreatedProxy> {
    const { scope } = caller;
    const publicHost = this.#hostFor(caller, input.protocol);
    await this.#requireTarget(input.localAddress);
    this.#requireRate(scope);
    await this.#requireDevice(scope, input);
    const id = newId();
    const now = this.#platform.now();
    const row = {
      id,
      tenant: scope.tenant,
      deviceId: input.deviceUUID,
      membershipId: scope.membership,
      protocol: input.protocol,
      address: input.localAddress,
      port: input.localPort,
      publicHost,
      sources: input.sources,
      expiresAt: new Date(now.getTime() + input.hours * HOUR),
    };
    const proxy = await this.#proxies.whileCreating(id, async () => {
      const opened = await this.#openPort(row);
      try {
        await this.#store(scope, opened.row, now);
        return opened;
      } catch (error) {
        await this.#proxies.close(id);
        throw error;
      }
    });
    this.#proxies.changed(scope.tenant);
    const { publicPort } = proxy.row;
    return { proxyUUID: id, publicHost, publicPort, link: this.#linkTo(proxy, scope) };
  }

  async open(scope: Scope, id: string): Promise<{ link: string }> {
    const proxy = this.#proxies.find(id);
    await this.#platform.database.withTenant(scope, async (tx) => {
      const row = await this.#lockOpen(tx, scope, id);
      if (row.protocol === 'tcp') throw new Failure('remoteProxyNoPage');
      if (proxy === undefined) throw new Failure('remoteProxyEnded');
      await recordOperation(tx, scope, this.#logged(row, {}));
    });
    const link = proxy && this.#linkTo(proxy, scope);
    if (link === undefined || link === null) throw new Failure('remoteProxyEnded');
    return { link };
  }

  async stop(scope: Scope, id: string): Promise<void> {
    await this.#platform.database.withTenant(scope, async (tx) => {
      const row = await this.#lockOpen(tx, scope, id);
      await repository.endProxy(tx, scope.tenant, id, { at: this.#platform.now(), reason: 'stopped' });
      await recordOperation(tx, scope, this.#logged(row, {}));
    });
    await this.#proxies.close(id);
    this.#proxies.changed(scope.tenant);
  }

  /** False when nothing changed. */
  async setEnabled(scope: Scope, enabled: boolean): Promise<boolean> {
    const isChanged = await this.#platform.database.withTenant(scope, async (tx) => {
      await inTurn(tx, scope, 'remoteProxySettings');
      const before = await repository.isEnabled(tx, scope);
      if (before === enabled) return false;
      await repository.setEnabled(tx, scope, enabled);
      const account = { id: scope.tenant, name: scope.userName };
      const changes = audit.values({ remoteProxies: before }, { remoteProxies: enabled });
      await recordOperation(tx, scope, audit.object('account', account, {}, changes));
      return true;
    });
    if (isChanged) {
      await this.#proxies.sweep();
      this.#proxies.changed(scope.tenant);
    }
    return isChanged;
  }

  #hostFor({ browserOrigin }: Caller, protocol: RemoteProxyInput['protocol']): string {
    const { settings } = this.#platform;
    if (settings.PROXY_PORTS === null) throw new Failure('remoteProxyUnavailable');
    if (protocol === 'tcp') return tcpHost(settings, browserOrigin);
    const host = webHost(settings, browserOrigin);
    if ('problem' in host) throw new Failure('remoteProxyNoOwnHost');
    return host.host;
  }

  async #requireTarget(ip: string): Promise<void> {
    if (await this.#proxies.isOwnAddress(ip)) {
      throw invalidField('localAddress', 'validation.localIpRefused', { ip });
    }
  }

  #requireRate({ manager }: Scope): void {
    const now = this.#platform.monotonic();
    const bucket = this.#created.get(manager) ?? new TokenBucket(created, now);
    this.#created.set(manager, bucket);
    if (bucket.spend(created, 1, now)) return;
    bucket.giveBack(created, 1);
    throw new Failure('tooManyCalls', {}, { retryAfter: Math.ceil(1 / created.perSecond) });
  }

  async #requireDevice(scope: Scope, { deviceUUID, protocol }: RemoteProxyInput): Promise<void> {
    await this.#platform.database.withTenant(scope, async (tx) => {
      if (!(await repository.isEnabled(tx, scope))) throw new Failure('remoteProxyOff');
      const device = await findRemoteDevice(tx, scope, deviceUUID);
      if (device === undefined) throw new Failure('notFound');
      requireOperable(scope, [device.kind]);
      if (!supports(device.abilities, protocol)) throw new Failure('remoteProxyNotSupported');
      if (device.status !== 'online') throw new Failure('remoteProxyDeviceOffline');
    });
  }

  /** Tries ports from a random one on, so that a port is not used again soon. */
  async #openPort(row: Omit<ProxyRow, 'publicPort'>): Promise<RunningProxy> {
    const range = this.#platform.settings.PROXY_PORTS;
    if (range == null) throw new Failure('remoteProxyUnavailable');
    const held = await this.#platform.database.asSystem((tx) => repository.heldPorts(tx));
    const size = range.last - range.first + 1;
    const start = Math.floor(Math.random() * size);
    for (let step = 0; step < size; step += 1) {
      const publicPort = range.first + ((start + step) % size);
      if (held.has(publicPort)) continue;
      try {
        return await this.#proxies.open({ ...row, publicPort });
      } catch (error) {
        if (errorCode(error) !== 'EADDRINUSE' && errorCode(error) !== 'EACCES') throw error;
      }
    }
    throw new Failure('remoteProxyPortsUsed');
  }

  /** An account leaves ports for others. */
  #requireShare(held: number): void {
    const range = this.#platform.settings.PROXY_PORTS;
    if (range == null) throw new Failure('remoteProxyUnavailable');
    const maximum = Math.max(1, Math.floor((range.last - range.first + 1) * REMOTE_PROXY_LIMITS.portsShare));
    if (held >= maximum) throw new Failure('remoteProxyShareUsed', { maximum });
  }

  async #store(scope: Scope, row: ProxyRow, now: Date): Promise<void> {
    const { database, quotas } = this.#platform;
    await database.withTenant(scope, async (tx) => {
      await quotas.require(tx, scope, 'remoteProxies');
      await quotas.require(tx, scope, 'remoteProxiesPerPerson', { part: [scope.manager] });
      // The lock of the quota makes this count exact.
      this.#requireShare(await repository.portsOf(tx, scope));
      const device = await findRemoteDevice(tx, scope, row.deviceId);
      if (device === undefined) throw new Failure('notFound');
      await repository.insertProxy(tx, scope, row, now);
      const place = { sites: [device.site_id], deviceKinds: [device.kind] };
      const { publicPort, sources, expiresAt } = row;
      const changes = audit.values(null, { ...targetOf(row), publicPort, addresses: sources, expiresAt });
      await recordOperation(tx, scope, audit.object('device', device, place, changes));
    });
  }

  async #lockOpen(tx: Transaction, scope: Scope, id: string) {
    const row = await repository.lockProxy(tx, scope, id);
    if (row === undefined) throw new Failure('notFound');
    requireOperable(scope, [row.device_kind]);
    if (row.ended_at !== null) throw new Failure('remoteProxyEnded');
    return row;
  }

  #logged(row: NonNullable<Awaited<ReturnType<typeof repository.lockProxy>>>, more: object) {
    const device = { id: row.device_id, name: row.device_name };
    const place = { sites: [row.site_id], deviceKinds: [row.device_kind] };
    const target = targetOf({ protocol: row.protocol, address: row.local_address, port: row.local_port });
    return audit.object(
      'device',
      device,
      place,
      audit.values(null, { ...target, publicPort: row.public_port, ...more }),
    );
  }

  /** Null for TCP. */
  #linkTo(proxy: RunningProxy, { membership }: Scope): string | null {
    return proxy.row.protocol === 'tcp' ? null : `${proxy.origin}${proxy.access.newLink(membership)}`;
  }

  #shown(row: Awaited<ReturnType<typeof repository.listProxies>>['rows'][number]): RemoteProxyRow {
    const running = this.#proxies.find(row.id);
    const now = { in: running?.traffic.in ?? 0, out: running?.traffic.out ?? 0 };
    return {
      proxyUUID: row.id,
      deviceUUID: row.device_id,
      deviceName: row.device_name,
      deviceKind: row.device_kind,
      protocol: row.protocol,
      localAddress: row.local_address,
      localPort: row.local_port,
      publicHost: row.public_host,
      publicPort: row.public_port,
      sources: row.sources,
      createdBy: row.created_by_name,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      end: row.end_reason,
      bytesIn: Number(row.bytes_in) + now.in,
      bytesOut: Number(row.bytes_out) + now.out,
      lastUsedAt: (running?.traffic.lastUsedAt ?? row.last_used_at)?.toISOString() ?? null,
      lastAddress: running?.traffic.lastAddress ?? row.last_address,
      connections: running?.connectionCount ?? 0,
    };
  }
}

const supportsWeb = z.object({ webProxy: z.literal(true) });
const supportsTcp = z.object({ tcpTunnels: z.literal(true) });

function supports(abilities: unknown, protocol: RemoteProxyInput['protocol']): boolean {
  return (protocol === 'tcp' ? supportsTcp : supportsWeb).safeParse(abilities).success;
}
