import type { SettingKind, SettingPlace } from '@airloom/contract/configuration/edits';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { organizationWithinReach, withinReach } from '../../../people/organizations/index.ts';
import { type Asker, ofVisibleKind } from '../../devices/index.ts';

const PLACE_ID = sql<string>`coalesce(setting.enterprise_id, setting.site_id, setting.group_id, setting.device_id)`;
const PLACE_NAME = sql<string>`coalesce(enterprise.name, device_group.name, device.name, site.name)`;
/** Of the network or profile, or of what it is defined for. */
const NAME = sql<string>`coalesce(setting.value ->> 'ssid', setting.value ->> 'name', network.value ->> 'ssid', ${PLACE_NAME})`;

/** Settings of visible places, joined with these. */
function visibleSettings(scope: Asker) {
  return sqlBuilder
    .selectFrom('setting')
    .leftJoin('enterprise', (join) =>
      join
        .onRef('enterprise.tenant_id', '=', 'setting.tenant_id')
        .onRef('enterprise.id', '=', 'setting.enterprise_id'),
    )
    .leftJoin('device_group', (join) =>
      join
        .onRef('device_group.tenant_id', '=', 'setting.tenant_id')
        .onRef('device_group.id', '=', 'setting.group_id'),
    )
    .leftJoin('device', (join) =>
      join.onRef('device.tenant_id', '=', 'setting.tenant_id').onRef('device.id', '=', 'setting.device_id'),
    )
    .leftJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'setting.tenant_id')
        .on('site.id', '=', sql<string>`coalesce(setting.site_id, device_group.site_id, device.site_id)`),
    )
    .leftJoin('setting as network', (join) =>
      join
        .onRef('network.tenant_id', '=', 'setting.tenant_id')
        .onRef('network.id', '=', 'setting.network_id'),
    )
    .where('setting.tenant_id', '=', scope.tenant)
    .where(
      sql<boolean>`case when setting.level = 'organization'
        then enterprise.deleted_at is null and ${organizationWithinReach(scope)} and ${reachesTargets(scope, sql.ref('setting.value'))}
        else site.deleted_at is null and site.id is not null and ${withinReach(scope)}
          and (setting.level <> 'device' or ${ofVisibleKind(scope)}) end`,
    );
}

/** A network of an organization is shown to people of single sites if it applies to one of them. */
export function reachesTargets(
  { tenant, reach }: Pick<Scope, 'tenant' | 'reach'>,
  value: Expression<unknown>,
): Expression<SqlBool> {
  if (reach.kind !== 'sites') return sql<boolean>`true`;
  return sql<boolean>`case ${value} -> 'targets' ->> 'kind'
    when 'sites' then ${value} -> 'targets' -> 'siteUUIDs' ?| ${reach.ids}::text[]
    when 'groups' then exists (
      select from device_group as targeted
      where targeted.tenant_id = ${tenant} and targeted.site_id = any(${reach.ids}::uuid[])
        and ${value} -> 'targets' -> 'groupUUIDs' ? targeted.id::text)
    else true end`;
}

export interface ListedSetting {
  readonly id: string;
  readonly kind: SettingKind;
  readonly level: SettingPlace['level'];
  readonly placeId: string;
  readonly placeName: string;
  readonly networkId: string | null;
  readonly value: unknown;
  readonly version: number;
  readonly updatedByName: string;
  readonly updatedAt: Date;
}

const SORTING: Sorting = {
  by: { name: sql`lower(${NAME})`, ssid: sql`lower(${NAME})`, updatedAt: sql.ref('setting.updated_at') },
  usual: 'name',
  id: sql.ref('setting.id'),
};

interface SettingRequest extends PageRequest {
  readonly kind: SettingKind;
  readonly placeUUID?: string | undefined;
  readonly enterpriseUUID?: string | undefined;
  /** Settings of the site, and those of its organization that apply there. */
  readonly siteUUID?: string | undefined;
}

export function listSettings(
  tx: Transaction,
  scope: Asker,
  request: SettingRequest,
): Promise<{ total: number; rows: ListedSetting[] }> {
  const { placeUUID, enterpriseUUID, siteUUID } = request;
  let found = visibleSettings(scope).where('setting.kind', '=', request.kind);
  if (placeUUID !== undefined) found = found.where(PLACE_ID, '=', placeUUID);
  if (enterpriseUUID !== undefined)
    found = found.where(sql`coalesce(setting.enterprise_id, site.enterprise_id)`, '=', enterpriseUUID);
  if (siteUUID !== undefined) found = found.where(appliesTo(scope, siteUUID));
  if (request.search !== '') found = found.where(NAME, 'ilike', containing(request.search));
  const shown = found.select([
    'setting.id',
    'setting.kind',
    'setting.level',
    PLACE_ID.as('placeId'),
    PLACE_NAME.as('placeName'),
    'setting.network_id as networkId',
    'setting.value',
    'setting.version',
    'setting.updated_by_name as updatedByName',
    'setting.updated_at as updatedAt',
  ]);
  return readPage(tx, request, found, shown, SORTING);
}

function appliesTo({ tenant, reach }: Pick<Scope, 'tenant' | 'reach'>, siteUUID: string) {
  const reached = sqlBuilder
    .selectFrom('site as wanted')
    .select('wanted.enterprise_id')
    .where('wanted.tenant_id', '=', tenant)
    .where('wanted.id', '=', siteUUID);
  const isReached = reach.kind !== 'sites' || reach.ids.includes(siteUUID);
  return sql<boolean>`${isReached} and (setting.site_id = ${siteUUID} or (setting.enterprise_id = (${reached})
    and case setting.value -> 'targets' ->> 'kind'
      when 'sites' then setting.value -> 'targets' -> 'siteUUIDs' ? ${siteUUID}::text
      when 'groups' then exists (
        select from device_group as targeted
        where targeted.tenant_id = ${tenant} and targeted.site_id = ${siteUUID}::uuid
          and setting.value -> 'targets' -> 'groupUUIDs' ? targeted.id::text)
      else true end))`;
}

export function findSetting(tx: Transaction, scope: Asker, id: string) {
  return tx.first(
    visibleSettings(scope)
      .select(['setting.id', 'setting.kind', 'setting.level', 'setting.value'])
      .select([PLACE_ID.as('placeId'), NAME.as('name')])
      .where('setting.id', '=', id),
  );
}
