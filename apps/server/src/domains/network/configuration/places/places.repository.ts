import type { SettingPlace } from '@airloom/contract/configuration/edits';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { organizationWithinReach, withinReach } from '../../../people/organizations/index.ts';
import { type Asker, visibleDevices } from '../../devices/index.ts';

/** What a setting is defined for, with its name and where it belongs. */
export interface NamedPlace {
  readonly level: SettingPlace['level'];
  readonly uuid: string;
  readonly name: string;
  /** Null for an organization. */
  readonly siteId: string | null;
  readonly organizationId: string;
  /** Of a device. */
  readonly kind?: DeviceKind;
}

/** The visible ones of these places. */
export async function findPlaces(
  tx: Transaction,
  scope: Asker,
  places: readonly SettingPlace[],
): Promise<NamedPlace[]> {
  const found: NamedPlace[] = [];
  for (const [level, some] of Map.groupBy(places, (place) => place.level)) {
    const ids = sql<string>`any(${[...new Set(some.map(({ uuid }) => uuid))]}::uuid[])`;
    const rows = await tx.all(READERS[level](scope, ids));
    found.push(...rows.map((row) => ({ level, ...row })));
  }
  return found;
}

type Ids = ReturnType<typeof sql<string>>;

function organizations(scope: Asker, ids: Ids) {
  return sqlBuilder
    .selectFrom('enterprise')
    .select(['enterprise.id as uuid', 'enterprise.name', 'enterprise.id as organizationId'])
    .select(sql<string | null>`null::uuid`.as('siteId'))
    .where('enterprise.tenant_id', '=', scope.tenant)
    .where('enterprise.deleted_at', 'is', null)
    .where(organizationWithinReach(scope))
    .where('enterprise.id', '=', ids);
}

function sites(scope: Asker, ids: Ids) {
  return reachedSites(scope)
    .select(['site.id as uuid', 'site.name', 'site.id as siteId', 'site.enterprise_id as organizationId'])
    .where('site.id', '=', ids);
}

function groups(scope: Asker, ids: Ids) {
  return reachedSites(scope)
    .innerJoin('device_group', (join) =>
      join
        .onRef('device_group.tenant_id', '=', 'site.tenant_id')
        .onRef('device_group.site_id', '=', 'site.id'),
    )
    .select([
      'device_group.id as uuid',
      'device_group.name',
      'site.id as siteId',
      'site.enterprise_id as organizationId',
    ])
    .where('device_group.id', '=', ids);
}

function devices(scope: Asker, ids: Ids) {
  return visibleDevices(scope)
    .innerJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .select([
      'device.id as uuid',
      'device.name',
      'device.kind',
      'site.id as siteId',
      'site.enterprise_id as organizationId',
    ])
    .where('device.id', '=', ids);
}

const READERS = { organization: organizations, site: sites, group: groups, device: devices };

function reachedSites(scope: Pick<Scope, 'tenant' | 'reach'>) {
  return sqlBuilder
    .selectFrom('site')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', 'is', null)
    .where(withinReach(scope));
}

export interface NamedSite {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly organizationId: string;
}

/** All sites of these organizations within reach, and these sites. */
export function readSites(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  organizationIds: readonly string[],
  siteIds: readonly string[],
): Promise<NamedSite[]> {
  return tx.all(
    reachedSites(scope)
      .select([
        'site.id',
        'site.name',
        'site.country_code as country',
        'site.enterprise_id as organizationId',
      ])
      .where((where) =>
        where.or([
          where('site.enterprise_id', '=', sql<string>`any(${organizationIds}::uuid[])`),
          where('site.id', '=', sql<string>`any(${siteIds}::uuid[])`),
        ]),
      )
      .orderBy('site.id'),
  );
}

export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  readonly siteId: string;
}

export function readGroups(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  ids: readonly string[],
): Promise<NamedGroup[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.all(
    reachedSites(scope)
      .innerJoin('device_group', (join) =>
        join
          .onRef('device_group.tenant_id', '=', 'site.tenant_id')
          .onRef('device_group.site_id', '=', 'site.id'),
      )
      .select(['device_group.id', 'device_group.name', 'site.id as siteId'])
      .where('device_group.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}
