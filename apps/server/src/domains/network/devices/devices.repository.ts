import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceCounts, DeviceRef } from '@airloom/contract/devices/devices.model';
import {
  CONFIGURATION_FAILED,
  type ConfigurationState,
  type DeviceStatus,
  type UpgradeStatus,
} from '@airloom/contract/devices/devices.states';
import { macOfSerial, serialPartOf } from '@airloom/contract/devices/serial';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { isConnectedIn } from '../../../platform/database/device-status.ts';
import { containing, type PageRequest } from '../../../platform/database/paging.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { isAmong, rareMatches } from '../../../platform/database/text-search.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { itsGroup, itsLast, itsSite } from './device-joins.ts';
import { type Asker, seesWaiting, visibleDevices } from './reach.ts';
import { devicesWithTag } from './tags/tags.repository.ts';

export interface DeviceFilters {
  readonly kind?: DeviceKind | undefined;
  readonly status?: DeviceStatus | undefined;
  readonly siteUUID?: string | undefined;
  readonly enterpriseUUID?: string | undefined;
  readonly groupUUID?: string | undefined;
  readonly model?: string | undefined;
  readonly version?: string | undefined;
  readonly upgradeStatus?: UpgradeStatus | undefined;
  readonly managedByUUID?: string | undefined;
  readonly virtual?: boolean | undefined;
  readonly configurationState?: ConfigurationState | 'failed' | undefined;
  readonly tag?: string | undefined;
}

export type DeviceListRequest = PageRequest & DeviceFilters;

/** Devices that {@link matchesSearch} can be true for; null when they are not looked up in an index. */
export function rareDevices(tx: Transaction, search: string): Promise<readonly string[] | null> {
  const digits = serialPartOf(search);
  return rareMatches(tx, 'device', search, { notations: digits === null ? [] : [digits] });
}

/** Matches text typed by people; a MAC address in any notation. `rare` is the result of {@link rareDevices}. */
export function matchesSearch(search: string, rare: readonly string[] | null): Expression<SqlBool> {
  return expressionBuilder<Tables, 'device'>().and([isAmong('device.id', rare), containsText(search)]);
}

function containsText(search: string): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'device'>();
  const byText = where('device.search', 'like', containing(search.toLowerCase()));
  const digits = serialPartOf(search);
  return digits === null ? byText : where.or([byText, where('device.serial', 'like', containing(digits))]);
}

/** Devices in sites that match the filters. `rare` is the result of {@link rareDevices} for the search text. */
export function filteredDevices(
  scope: Asker,
  filters: DeviceFilters & { readonly search: string },
  rare: readonly string[] | null = null,
) {
  let found = visibleDevices(scope).where('device.site_id', 'is not', null);
  const equal = {
    'device.kind': filters.kind,
    'device.status': filters.status,
    'device.site_id': filters.siteUUID,
    'device.group_id': filters.groupUUID,
    'device.model': filters.model,
    'device.version': filters.version,
    'device.upgrade_status': filters.upgradeStatus,
    'device.managed_by': filters.managedByUUID,
    'device.virtual': filters.virtual,
  };
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) found = found.where(sql.ref(column), '=', value);
  }
  const { configurationState } = filters;
  if (configurationState !== undefined) {
    const states = configurationState === 'failed' ? CONFIGURATION_FAILED : [configurationState];
    found = found.where('device.configuration_state', 'in', states);
  }
  if (filters.tag !== undefined) found = found.where('device.id', 'in', devicesWithTag(scope, filters.tag));
  if (filters.enterpriseUUID !== undefined) {
    found = found.where('device.site_id', 'in', sitesOf(scope, filters.enterpriseUUID));
  }
  return filters.search === '' ? found : found.where(matchesSearch(filters.search, rare));
}

function sitesOf(scope: TenantScope, enterpriseId: string) {
  return sqlBuilder
    .selectFrom('site')
    .select('site.id')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.enterprise_id', '=', enterpriseId);
}

interface Sort {
  readonly by: RawBuilder<unknown>;
  readonly join?: 'site' | 'group' | 'last';
  /** Unknown values are last in both directions. */
  readonly unknownLast?: true;
}

/** Current figures of an offline device are outdated. */
function nowBy(figure: 'clients' | 'cpu' | 'memory' | 'uptime'): Sort {
  const by = sql`case when ${isConnectedIn('device.status')} then ${sql.ref(`device_last.${figure}`)} end`;
  return { by, join: 'last', unknownLast: true };
}

const BY_NAME: Sort = { by: sql.ref('device.sort_name') };

const SORTS: Readonly<Record<string, Sort>> = {
  name: BY_NAME,
  kind: { by: sql.ref('device.kind') },
  status: { by: sql.ref('device.status') },
  sn: { by: sql.ref('device.sn') },
  mac: { by: sql.ref('device.serial') },
  ip: { by: sql.ref('device.sort_ip'), unknownLast: true },
  model: { by: sql.ref('device.model') },
  version: { by: sql.ref('device.version') },
  position: { by: sql`lower(device.position)` },
  siteName: { by: sql`lower(site.name)`, join: 'site' },
  groupName: { by: sql`lower(device_group.name)`, join: 'group', unknownLast: true },
  upgradeStatus: { by: sql.ref('device.upgrade_status') },
  clients: nowBy('clients'),
  cpuPercent: nowBy('cpu'),
  memoryPercent: nowBy('memory'),
  uptimeSeconds: nowBy('uptime'),
  firstOnlineAt: { by: sql.ref('device.first_online_at'), unknownLast: true },
  onlineAt: { by: sql.ref('device.online_at'), unknownLast: true },
  offlineAt: { by: sql.ref('device.offline_at'), unknownLast: true },
  lastReportAt: { by: sql.ref('device_last.ts'), join: 'last', unknownLast: true },
};

interface IdsOfPage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Ids of one page, and the total number. */
export function deviceIdsOfPage(
  tx: Transaction,
  scope: Asker,
  request: DeviceListRequest,
): Promise<IdsOfPage> {
  const sort = SORTS[(request.sort ?? 'name').replace(/^-/, '')] ?? BY_NAME;
  // Sorting by name uses an index. Every other sort reads all matches anyway, once; so does a tag, which may be rare.
  return sort === BY_NAME && request.search === '' && request.tag === undefined
    ? walkedPage(tx, scope, request)
    : gatheredPage(tx, scope, request, sort);
}

async function walkedPage(tx: Transaction, scope: Asker, request: DeviceListRequest): Promise<IdsOfPage> {
  const direction = isDown(request) ? 'desc' : 'asc';
  const found = filteredDevices(scope, request);
  const [rows, counted] = await Promise.all([
    tx.all(
      found
        .select('device.id')
        .orderBy('device.sort_name', direction)
        .orderBy('device.id', direction)
        .limit(request.size)
        .offset(offsetOf(request)),
    ),
    tx.first(found.select(sql<number>`count(*)::int`.as('total'))),
  ]);
  return { total: counted?.total ?? 0, ids: rows.map((row) => row.id) };
}

async function gatheredPage(
  tx: Transaction,
  scope: Asker,
  request: DeviceListRequest,
  sort: Sort,
): Promise<IdsOfPage> {
  const direction = sql.raw(isDown(request) ? 'desc' : 'asc');
  const rare = request.search === '' ? null : await rareDevices(tx, request.search);
  const page = await tx.first(sql<IdsOfPage>`
    with found as materialized (${joinedFor(sort, scope, request, rare)})
    select
      (select count(*)::int from found) as total,
      array(
        select id from found
        order by place ${direction} ${sql.raw(sort.unknownLast === true ? 'nulls last' : '')}, id ${direction}
        limit ${request.size} offset ${offsetOf(request)}
      ) as ids
  `);
  return page ?? { total: 0, ids: [] };
}

function joinedFor(sort: Sort, scope: Asker, request: DeviceListRequest, rare: readonly string[] | null) {
  return filteredDevices(scope, request, rare)
    .$if(sort.join === 'site', (query) => query.innerJoin('site', itsSite))
    .$if(sort.join === 'group', (query) => query.leftJoin('device_group', itsGroup))
    .$if(sort.join === 'last', (query) => query.leftJoin('device_last', itsLast))
    .select('device.id')
    .select(sort.by.as('place'));
}

function isDown({ sort }: Pick<PageRequest, 'sort'>): boolean {
  return sort?.startsWith('-') ?? false;
}

function offsetOf({ page, size }: Pick<PageRequest, 'page' | 'size'>): number {
  return (page - 1) * size;
}

/** Ids of some devices that contain a text, with or without a site. */
export async function someDevices(
  tx: Transaction,
  scope: Asker,
  search: string,
  atMost: number,
): Promise<{ placed: string[]; waiting: string[] }> {
  const rare = await rareDevices(tx, search);
  const found = visibleDevices(scope)
    .where(matchesSearch(search, rare))
    .select(['device.id', 'device.site_id', 'device.sort_name']);
  // Without a list of matches the first ones that are read are enough.
  const rows = await tx.all(
    rare === null ? found.limit(atMost) : found.orderBy('device.sort_name').limit(atMost),
  );
  const inOrder = rows.toSorted((one, other) => (one.sort_name < other.sort_name ? -1 : 1));
  return {
    placed: inOrder.filter((row) => row.site_id !== null).map(({ id }) => id),
    waiting: inOrder.filter((row) => row.site_id === null).map(({ id }) => id),
  };
}

/** Maximum values of a filter. */
const FACETS_MAX = 500;

export async function countDevices(
  tx: Transaction,
  scope: Asker,
  filters: Pick<DeviceFilters, 'siteUUID' | 'enterpriseUUID'>,
): Promise<DeviceCounts> {
  const found = filteredDevices(scope, { ...filters, search: '' });
  const [groups, waiting] = await Promise.all([
    tx.all(
      found
        .select(['device.kind', 'device.status', 'device.model', 'device.version'])
        .select(sql<number>`count(*)::int`.as('count'))
        .select(sql<number>`(count(*) filter (where device.virtual))::int`.as('virtual'))
        .groupBy(['device.kind', 'device.status', 'device.model', 'device.version']),
    ),
    seesWaiting(scope)
      ? tx.first(
          visibleDevices(scope)
            .where('device.site_id', 'is', null)
            .select(sql<number>`count(*)::int`.as('count')),
        )
      : undefined,
  ]);
  const virtual = groups.reduce((sum, group) => sum + group.virtual, 0);
  return { ...summed(groups), virtual, unclaimed: waiting?.count ?? null };
}

interface CountedGroup {
  readonly kind: DeviceKind;
  readonly status: DeviceStatus;
  readonly model: string;
  readonly version: string;
  readonly count: number;
}

const NO_DEVICES = { total: 0, online: 0, offline: 0, partlyOffline: 0, neverConnected: 0 };

function summed(groups: readonly CountedGroup[]): Omit<DeviceCounts, 'unclaimed' | 'virtual'> {
  const kinds = new Map<DeviceKind, DeviceCounts['kinds'][number]>();
  const models = new Map<string, DeviceCounts['models'][number]>();
  const versions = new Map<string, DeviceCounts['versions'][number]>();
  for (const { kind, status, model, version, count } of groups) {
    const ofKind = kinds.get(kind) ?? { kind, ...NO_DEVICES };
    ofKind.total += count;
    ofKind[status] += count;
    kinds.set(kind, ofKind);
    if (model !== '') {
      const ofModel = models.get(`${kind} ${model}`) ?? { kind, model, count: 0 };
      ofModel.count += count;
      models.set(`${kind} ${model}`, ofModel);
    }
    if (version !== '') {
      const ofVersion = versions.get(`${kind} ${version}`) ?? { kind, version, count: 0 };
      ofVersion.count += count;
      versions.set(`${kind} ${version}`, ofVersion);
    }
  }
  return {
    kinds: DEVICE_KINDS.flatMap((kind) => kinds.get(kind) ?? []),
    models: mostFirst([...models.values()]),
    versions: mostFirst([...versions.values()]),
  };
}

function mostFirst<T extends { readonly count: number }>(facets: readonly T[]): T[] {
  return facets.toSorted((a, b) => b.count - a.count).slice(0, FACETS_MAX);
}

/** References to visible devices by their serials. */
export async function deviceRefs(
  tx: Transaction,
  scope: Asker,
  serials: readonly string[],
): Promise<ReadonlyMap<string, DeviceRef & { readonly mac: string; readonly status: DeviceStatus }>> {
  if (serials.length === 0) return new Map();
  const rows = await tx.all(
    visibleDevices(scope)
      .select(['device.id', 'device.kind', 'device.name', 'device.serial', 'device.status'])
      .where('device.serial', '=', sql<string>`any(${serials}::text[])`),
  );
  return new Map(
    rows.map((row) => [
      row.serial,
      {
        deviceUUID: row.id,
        kind: row.kind,
        name: row.name,
        mac: macOfSerial(row.serial),
        status: row.status,
      },
    ]),
  );
}
