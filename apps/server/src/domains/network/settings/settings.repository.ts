import type { SettingKind, SettingPlace } from '@airloom/contract/configuration/edits';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';

/** A stored setting; its value holds digests instead of secrets. */
export interface SettingRow {
  readonly id: string;
  readonly kind: SettingKind;
  readonly level: SettingPlace['level'];
  readonly placeId: string;
  readonly networkId: string | null;
  readonly value: unknown;
  readonly version: number;
  readonly updatedByName: string;
  readonly updatedAt: Date;
}

const COLUMNS = sql`
  id, kind, level, coalesce(enterprise_id, site_id, group_id, device_id) as "placeId", network_id as "networkId",
  value, version, updated_by_name as "updatedByName", updated_at as "updatedAt"`;

/** Columns of the settings that can apply to devices of sites; each level is found by the index of its column. */
function ofSites(
  columns: RawBuilder<unknown>,
  tenant: string,
  siteIds: readonly string[],
  organizationIds: readonly string[],
): RawBuilder<unknown> {
  const sites = sql`any(${siteIds}::uuid[])`;
  return sql`
    select ${columns} from setting where tenant_id = ${tenant} and site_id = ${sites}
    union all
    select ${columns} from setting where tenant_id = ${tenant} and enterprise_id in (
      select unnest(${organizationIds}::uuid[])
      union select enterprise_id from site where tenant_id = ${tenant} and id = ${sites})
    union all
    select ${columns} from setting where tenant_id = ${tenant} and group_id in (
      select id from device_group where tenant_id = ${tenant} and site_id = ${sites})
    union all
    select ${columns} from setting where tenant_id = ${tenant} and device_id in (
      select id from device where tenant_id = ${tenant} and site_id = ${sites})`;
}

/** All settings that can apply to devices of these sites, also those of their organizations, groups and devices. */
export function settingsOfSites(
  tx: Transaction,
  { tenant }: TenantScope,
  siteIds: readonly string[],
): Promise<SettingRow[]> {
  return tx.all(sql<SettingRow>`${ofSites(COLUMNS, tenant, siteIds, [])} order by id`);
}

/** One text for all settings of these sites and organizations that changes with any of them. */
export async function settingVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  siteIds: readonly string[],
  organizationIds: readonly string[],
): Promise<string> {
  const row = await tx.first(sql<{ versions: string }>`
    select coalesce(md5(string_agg(id || ' ' || version, ',' order by id)), '') as versions
    from (${ofSites(sql`id, version`, tenant, siteIds, organizationIds)}) as found`);
  return row?.versions ?? '';
}

interface Surroundings {
  readonly organizationIds: readonly string[];
  /** Whose networks and port profiles are read. */
  readonly siteIds: readonly string[];
  /** Whose overrides are read. */
  readonly networkIds: readonly string[];
  /** Sites, device groups and devices whose own settings are read. */
  readonly placeIds: readonly string[];
  readonly ids: readonly string[];
}

/** Settings that others are validated against. */
export function settingsAround(
  tx: Transaction,
  { tenant }: TenantScope,
  { organizationIds, siteIds, networkIds, placeIds, ids }: Surroundings,
): Promise<SettingRow[]> {
  const own = sql`select id from setting where tenant_id = ${tenant}`;
  const places = sql`any(${placeIds}::uuid[])`;
  return tx.all(sql<SettingRow>`
    select ${COLUMNS} from setting
    where tenant_id = ${tenant} and id in (
      ${own} and enterprise_id = any(${organizationIds}::uuid[])
      union ${own} and site_id = any(${siteIds}::uuid[]) and kind in ('wirelessNetwork', 'portProfile')
      union ${own} and network_id = any(${networkIds}::uuid[])
      union ${own} and site_id = ${places}
      union ${own} and group_id = ${places}
      union ${own} and device_id = ${places}
      union ${own} and id = any(${ids}::uuid[]))
    order by id`);
}

export function settingsById(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<SettingRow[]> {
  return tx.all(sql<SettingRow>`
    select ${COLUMNS} from setting where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by id`);
}

/** The management VLANs that are set for these devices. */
export function vlanSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
): Promise<SettingRow[]> {
  return tx.all(sql<SettingRow>`
    select ${COLUMNS} from setting
    where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and kind = 'managementVlan' order by id`);
}

/** What sites set differently from these networks. */
export function overridesOf(
  tx: Transaction,
  { tenant }: TenantScope,
  networkIds: readonly string[],
): Promise<SettingRow[]> {
  return tx.all(sql<SettingRow>`
    select ${COLUMNS} from setting
    where tenant_id = ${tenant} and network_id = any(${networkIds}::uuid[]) order by id`);
}

/** Locks settings that are edited, in the order of their ids, so that two changes follow each other. */
export function lockSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<SettingRow[]> {
  return tx.all(sql<SettingRow>`
    select ${COLUMNS} from setting
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by id for update`);
}

export interface WrittenSetting {
  readonly id: string;
  readonly kind: SettingKind;
  readonly place: SettingPlace;
  readonly networkId: string | null;
  readonly value: object;
  readonly version: number;
}

/** Creates settings, and replaces the values of those that exist. */
export async function writeSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  settings: readonly WrittenSetting[],
  by: string,
  at: Date,
): Promise<void> {
  const idsAt = (level: SettingPlace['level']) =>
    settings.map(({ place }) => (place.level === level ? place.uuid : null));
  await tx.run(sql`
    insert into setting (tenant_id, id, kind, level, enterprise_id, site_id, group_id, device_id, network_id, value,
      version, updated_by_name, updated_at)
    select ${tenant}::uuid, id, kind, level, enterprise_id, site_id, group_id, device_id, network_id, value::jsonb,
      version, ${by}, ${at}::timestamptz
    from unnest(
      ${settings.map(({ id }) => id)}::uuid[], ${settings.map(({ kind }) => kind)}::text[],
      ${settings.map(({ place }) => place.level)}::text[], ${idsAt('organization')}::uuid[], ${idsAt('site')}::uuid[],
      ${idsAt('group')}::uuid[], ${idsAt('device')}::uuid[], ${settings.map(({ networkId }) => networkId)}::uuid[],
      ${settings.map(({ value }) => JSON.stringify(value))}::text[],
      ${settings.map(({ version }) => version)}::int[])
      as given (id, kind, level, enterprise_id, site_id, group_id, device_id, network_id, value, version)
    on conflict (tenant_id, id) do update set value = excluded.value, version = excluded.version,
      updated_by_name = excluded.updated_by_name, updated_at = excluded.updated_at`);
}

export async function deleteSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from setting where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

/** What would be lost or left over without a device group: its own settings, and networks on air in it. */
export async function settingsOfGroup(
  tx: Transaction,
  { tenant }: TenantScope,
  groupId: string,
): Promise<{ readonly own: number; readonly networks: readonly string[] }> {
  const targeted = JSON.stringify({ targets: { groupUUIDs: [groupId] } });
  const rows = await tx.all(sql<{ ssid: string | null }>`
    select null as ssid from setting where tenant_id = ${tenant} and group_id = ${groupId}
    union all
    select value ->> 'ssid' from setting
    where tenant_id = ${tenant} and kind = 'wirelessNetwork' and value @> ${targeted}::jsonb`);
  const networks = rows.flatMap(({ ssid }) => ssid ?? []);
  return { own: rows.length - networks.length, networks: networks.toSorted() };
}

/** Kinds of the own settings of devices. */
export async function kindsOfDevices(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly SettingKind[]>> {
  const rows = await tx.all(sql<{ deviceId: string; kinds: SettingKind[] }>`
    select device_id as "deviceId", array_agg(kind order by kind) as kinds from setting
    where tenant_id = ${tenant} and device_id = any(${ids}::uuid[]) group by device_id`);
  return new Map(rows.map(({ deviceId, kinds }) => [deviceId, kinds]));
}
