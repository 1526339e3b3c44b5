import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import type { ProxyEnd, ProxyProtocol } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';
import type { ProxyRow, Traffic } from './running-proxy.ts';

/** Online devices that support a kind of proxy. */
export function supportingDevices(
  tx: Transaction,
  scope: Asker,
  { search, deviceUUID }: { readonly search: string; readonly deviceUUID?: string | undefined },
) {
  let found = visibleDevices(scope)
    .select(['device.id', 'device.name', 'device.ip'])
    .select(sql<boolean>`coalesce((device.abilities->>'webProxy')::boolean, false)`.as('web'))
    .select(sql<boolean>`coalesce((device.abilities->>'tcpTunnels')::boolean, false)`.as('tcp'))
    .where('device.status', '=', 'online')
    .where((where) =>
      where.or([
        sql<boolean>`device.abilities @> '{"webProxy":true}'`,
        sql<boolean>`device.abilities @> '{"tcpTunnels":true}'`,
      ]),
    );
  if (deviceUUID !== undefined) found = found.where('device.id', '=', deviceUUID);
  if (search !== '') found = found.where('device.name', 'ilike', containing(search));
  return tx.all(found.orderBy('device.name').orderBy('device.id').limit(REMOTE_PROXY_LIMITS.devicesShown));
}

export async function isEnabled(tx: Transaction, { tenant }: TenantScope): Promise<boolean> {
  const row = await tx.first(
    sqlBuilder.selectFrom('remote_proxy_setting').select('enabled').where('tenant_id', '=', tenant),
  );
  return row?.enabled ?? false;
}

export async function setEnabled(tx: Transaction, { tenant }: TenantScope, enabled: boolean): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('remote_proxy_setting')
      .values({ tenant_id: tenant, enabled })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ enabled })),
  );
}

/** Ports that stored proxies of all accounts hold. */
export async function heldPorts(tx: Transaction): Promise<ReadonlySet<number>> {
  const rows = await tx.all(
    sqlBuilder.selectFrom('remote_proxy').select('public_port').where('ended_at', 'is', null),
  );
  return new Set(rows.map((row) => row.public_port));
}

export async function portsOf(tx: Transaction, { tenant }: TenantScope): Promise<number> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('remote_proxy')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('tenant_id', '=', tenant)
      .where('ended_at', 'is', null),
  );
  return row?.count ?? 0;
}

/** Whether the proxy has not ended and its account uses remote proxies. */
export async function isUsable(tx: Transaction, tenant: string, id: string): Promise<boolean> {
  return (await isOpen(tx, tenant, id)) && (await isEnabled(tx, { tenant }));
}

export async function insertProxy(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'membership' | 'userName'>,
  proxy: ProxyRow,
  createdAt: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('remote_proxy').values({
      tenant_id: scope.tenant,
      id: proxy.id,
      device_id: proxy.deviceId,
      membership_id: scope.membership,
      created_by: scope.manager,
      created_by_name: scope.userName,
      protocol: proxy.protocol,
      local_address: proxy.address,
      local_port: proxy.port,
      public_host: proxy.publicHost,
      public_port: proxy.publicPort,
      sources: [...proxy.sources],
      created_at: createdAt,
      expires_at: proxy.expiresAt,
    }),
  );
}

/** Proxies to devices that a person sees. */
function visibleProxies(scope: Asker) {
  return visibleDevices(scope).innerJoin('remote_proxy', (join) =>
    join
      .onRef('remote_proxy.tenant_id', '=', 'device.tenant_id')
      .onRef('remote_proxy.device_id', '=', 'device.id'),
  );
}

const SORTING: Sorting = {
  by: {
    createdAt: sql.ref('remote_proxy.created_at'),
    expiresAt: sql.ref('remote_proxy.expires_at'),
    lastUsedAt: sql.ref('remote_proxy.last_used_at'),
    deviceName: sql.ref('device.name'),
  },
  usual: '-createdAt',
  id: sql.ref('remote_proxy.id'),
};

const COLUMNS = [
  'remote_proxy.id',
  'remote_proxy.device_id',
  'device.name as device_name',
  'device.kind as device_kind',
  'device.site_id as site_id',
  'remote_proxy.protocol',
  'remote_proxy.local_address',
  'remote_proxy.local_port',
  'remote_proxy.public_host',
  'remote_proxy.public_port',
  'remote_proxy.sources',
  'remote_proxy.created_by_name',
  'remote_proxy.created_at',
  'remote_proxy.expires_at',
  'remote_proxy.ended_at',
  'remote_proxy.end_reason',
  'remote_proxy.bytes_in',
  'remote_proxy.bytes_out',
  'remote_proxy.last_used_at',
  'remote_proxy.last_address',
] as const;

export interface ProxyFilter extends PageRequest {
  readonly deviceUUID?: string | undefined;
  readonly state: 'open' | 'ended';
}

export function listProxies(tx: Transaction, scope: Asker, request: ProxyFilter) {
  const { deviceUUID, state, search } = request;
  let found = visibleProxies(scope).where('remote_proxy.ended_at', state === 'open' ? 'is' : 'is not', null);
  if (deviceUUID !== undefined) found = found.where('remote_proxy.device_id', '=', deviceUUID);
  if (search !== '') {
    const pattern = containing(search);
    found = found.where((where) =>
      where.or([
        where('device.name', 'ilike', pattern),
        where('remote_proxy.local_address', 'ilike', pattern),
        where('remote_proxy.created_by_name', 'ilike', pattern),
      ]),
    );
  }
  return readPage(tx, request, found, found.select(COLUMNS), SORTING);
}

/** A visible one, locked until the transaction ends. */
export function lockProxy(tx: Transaction, scope: Asker, id: string) {
  return tx.first(
    visibleProxies(scope).select(COLUMNS).where('remote_proxy.id', '=', id).forUpdate('remote_proxy'),
  );
}

/** False when it has ended before. */
export async function endProxy(
  tx: Transaction,
  tenant: string,
  id: string,
  { at, reason }: { readonly at: Date; readonly reason: ProxyEnd },
): Promise<boolean> {
  const ended = await tx.run(
    sqlBuilder
      .updateTable('remote_proxy')
      .set({ ended_at: at, end_reason: reason })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  );
  return ended > 0;
}

export interface OpenProxy extends ProxyRow {
  /** Whether its account uses remote proxies. */
  readonly enabled: boolean;
}

/** Those of all accounts that have not ended. */
export async function openProxies(tx: Transaction): Promise<OpenProxy[]> {
  const rows = await tx.all(sql<{
    tenant_id: string;
    id: string;
    device_id: string;
    membership_id: string;
    protocol: ProxyProtocol;
    local_address: string;
    local_port: number;
    public_host: string;
    public_port: number;
    sources: string[];
    expires_at: Date;
    enabled: boolean;
  }>`
    select remote_proxy.*, coalesce(setting.enabled, false) as enabled from remote_proxy
    left join remote_proxy_setting setting on setting.tenant_id = remote_proxy.tenant_id
    where remote_proxy.ended_at is null`);
  return rows.map((row) => ({
    id: row.id,
    tenant: row.tenant_id,
    deviceId: row.device_id,
    membershipId: row.membership_id,
    protocol: row.protocol,
    address: row.local_address,
    port: row.local_port,
    publicHost: row.public_host,
    publicPort: row.public_port,
    sources: row.sources,
    expiresAt: row.expires_at,
    enabled: row.enabled,
  }));
}

export interface StoredTraffic extends Traffic {
  readonly tenant: string;
  readonly id: string;
}

export async function addTraffic(tx: Transaction, traffic: readonly StoredTraffic[]): Promise<void> {
  if (traffic.length === 0) return;
  await tx.run(sql`
    update remote_proxy set
      bytes_in = remote_proxy.bytes_in + used.bytes_in,
      bytes_out = remote_proxy.bytes_out + used.bytes_out,
      last_used_at = coalesce(used.at, remote_proxy.last_used_at),
      last_address = coalesce(used.address, remote_proxy.last_address)
    from unnest(
      ${traffic.map(({ tenant }) => tenant)}::uuid[],
      ${traffic.map(({ id }) => id)}::uuid[],
      ${traffic.map((one) => one.in)}::bigint[],
      ${traffic.map((one) => one.out)}::bigint[],
      ${traffic.map(({ lastUsedAt }) => lastUsedAt)}::timestamptz[],
      ${traffic.map(({ lastAddress }) => lastAddress)}::text[]
    ) as used (tenant_id, id, bytes_in, bytes_out, at, address)
    where remote_proxy.tenant_id = used.tenant_id and remote_proxy.id = used.id`);
}

export async function isOpen(tx: Transaction, tenant: string, id: string): Promise<boolean> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('remote_proxy')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  );
  return row !== undefined;
}

export function deviceById(tx: Transaction, tenant: string, id: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('device')
      .select(['id', 'name', 'kind', 'site_id'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

export async function deleteEnded(tx: Transaction, until: Date): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('remote_proxy').where('ended_at', '<', until));
}
