import type { ChangeState } from '@airloom/contract/configuration/configuration.states';
import type { SettingKind, SettingPlace } from '@airloom/contract/configuration/edits';
import type { DeviceCut } from '@airloom/contract/switches/uplink';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import type { Affected } from '../edits/affected.ts';
import type { Placements } from '../edits/placements.repository.ts';
import { reachesTargets } from '../settings/settings.repository.ts';

/** Changes of an account are applied one after another. */
export function lockChanges(tx: Transaction, scope: TenantScope): Promise<void> {
  return inTurn(tx, scope, 'configuration changes');
}

export interface NewChange {
  readonly id: string;
  readonly reason: string;
  readonly affected: Affected;
  /** Devices that took part in its review, each in its site and group. */
  readonly placements: readonly string[];
  readonly sites: Placements['sites'];
  readonly confirmedCuts: readonly DeviceCut[];
  readonly reverts: string | null;
  /** Null: now. */
  readonly startAt: Date | null;
  readonly by: { readonly id: string; readonly name: string };
  readonly now: Date;
}

/** Returns its number within the account. Needs `lockChanges`. */
export async function insertChange(
  tx: Transaction,
  { tenant }: TenantScope,
  change: NewChange,
): Promise<number> {
  const { now, startAt, affected } = change;
  const row = await tx.first(sql<{ number: number }>`
    insert into configuration_change (tenant_id, id, number, reason, state, site_ids, organization_ids,
      whole_site_ids, group_ids, device_ids, reviewed_placements, reviewed_sites, confirmed_cuts, reverts, reviewed, written, start_at, began_at, created_by, created_by_name,
      created_at, due_at)
    select ${tenant}::uuid, ${change.id}::uuid, coalesce(max(number), 0) + 1, ${change.reason},
      ${startAt === null ? 'preparing' : 'scheduled'}, ${affected.siteIds}::uuid[], ${affected.organizationIds}::uuid[],
      ${affected.wholeSiteIds}::uuid[], ${affected.groupIds}::uuid[], ${affected.deviceIds}::uuid[],
      ${change.placements}::uuid[], ${JSON.stringify(change.sites)}::jsonb,
      ${JSON.stringify(change.confirmedCuts)}::jsonb,
      ${change.reverts}::uuid, coalesce(max(written), 0),
      case when ${startAt === null} then coalesce(max(written), 0) + 1 end, ${startAt}::timestamptz, ${startAt === null ? now : null}::timestamptz,
      ${change.by.id}::uuid, ${change.by.name}, ${now}::timestamptz, ${startAt ?? now}::timestamptz
    from configuration_change where tenant_id = ${tenant}
    returning number`);
  return row?.number ?? 0;
}

/** One setting before and after a change. */
export interface ChangeEditRow {
  readonly settingId: string;
  readonly kind: SettingKind;
  readonly name: string;
  readonly level: SettingPlace['level'];
  readonly placeId: string;
  readonly placeName: string;
  readonly siteId: string | null;
  readonly organizationId: string;
  readonly networkId: string | null;
  readonly baseVersion: number | null;
  /** The version that it wrote. */
  readonly version: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export async function insertEdits(
  tx: Transaction,
  { tenant }: TenantScope,
  changeId: string,
  edits: readonly Omit<ChangeEditRow, 'version'>[],
): Promise<void> {
  if (edits.length === 0) return;
  await tx.run(
    sqlBuilder.insertInto('configuration_change_edit').values(
      edits.map((edit, place) => ({
        tenant_id: tenant,
        change_id: changeId,
        place,
        setting_id: edit.settingId,
        kind: edit.kind,
        name: edit.name,
        level: edit.level,
        place_id: edit.placeId,
        place_name: edit.placeName,
        site_id: edit.siteId,
        organization_id: edit.organizationId,
        network_id: edit.networkId,
        base_version: edit.baseVersion,
        before: json(edit.before),
        after: json(edit.after),
      })),
    ),
  );
}

const EDIT_COLUMNS = [
  'setting_id as settingId',
  'kind',
  'name',
  'level',
  'place_id as placeId',
  'place_name as placeName',
  'site_id as siteId',
  'organization_id as organizationId',
  'network_id as networkId',
  'base_version as baseVersion',
  'version',
  'before',
  'after',
] as const;

export function editsOfChange(
  tx: Transaction,
  { tenant }: TenantScope,
  changeId: string,
): Promise<ChangeEditRow[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('configuration_change_edit')
      .select(EDIT_COLUMNS)
      .where('tenant_id', '=', tenant)
      .where('change_id', '=', changeId)
      .orderBy('place'),
  );
}

/** The highest version that each of these settings ever had; versions of a setting that is created again continue. */
export async function highestVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  settingIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all(sql<{ id: string; version: number }>`
    select setting_id as id, max(coalesce(version, base_version)) as version from configuration_change_edit
    where tenant_id = ${tenant} and setting_id = any(${settingIds}::uuid[])
      and coalesce(version, base_version) is not null
    group by setting_id`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Keeps the versions that a change wrote. */
export async function setVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  changeId: string,
  written: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  await tx.run(sql`
    update configuration_change_edit as edit set version = given.version
    from unnest(${written.map(({ id }) => id)}::uuid[], ${written.map(({ version }) => version)}::int[])
      as given (id, version)
    where edit.tenant_id = ${tenant} and edit.change_id = ${changeId} and edit.setting_id = given.id`);
}

/** Ids of the edited networks of a change that apply to no site within reach, before and after it. */
export async function unseenNetworks(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  changeIds: readonly string[],
): Promise<(edit: { readonly changeId: string; readonly settingId: string }) => boolean> {
  const [before, after] = [sql.ref('before'), sql.ref('after')];
  const rows = await tx.all(sql<{ changeId: string; settingId: string }>`
    select change_id as "changeId", setting_id as "settingId" from configuration_change_edit
    where tenant_id = ${scope.tenant} and change_id = any(${changeIds}::uuid[]) and level = 'organization'
      and not (before is not null and ${reachesTargets(scope, before)})
      and not (after is not null and ${reachesTargets(scope, after)})`);
  const unseen = new Set(rows.map(({ changeId, settingId }) => `${changeId} ${settingId}`));
  return ({ changeId, settingId }) => unseen.has(`${changeId} ${settingId}`);
}

/** Edits of several changes, each with its change. */
export function editsOfChanges(tx: Transaction, { tenant }: TenantScope, changeIds: readonly string[]) {
  return tx.all(
    sqlBuilder
      .selectFrom('configuration_change_edit')
      .select([
        'change_id as changeId',
        'setting_id as settingId',
        'kind',
        'name',
        'site_id as siteId',
        'organization_id as organizationId',
      ])
      .where('tenant_id', '=', tenant)
      .where('change_id', '=', sql<string>`any(${changeIds}::uuid[])`)
      .orderBy('place'),
  );
}

/** Whether a change concerns a site or an organization within reach. */
export function changeWithinReach(scope: Pick<Scope, 'tenant' | 'reach'>): Expression<SqlBool> {
  const { reach } = scope;
  if (reach.kind === 'all') return sql<boolean>`true`;
  const reached = sqlBuilder
    .selectFrom('site')
    .select(sql`1`.as('one'))
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', 'is', null)
    .where(sql<boolean>`site.id = any(configuration_change.site_ids)`)
    .where(withinReach(scope));
  if (reach.kind === 'sites') return sql<boolean>`exists (${reached})`;
  return sql<boolean>`(exists (${reached}) or configuration_change.organization_ids && ${reach.ids}::uuid[])`;
}

export interface FoundChange {
  readonly id: string;
  readonly number: number;
  readonly state: ChangeState;
  /** Whether its settings are in force, so that it can be reverted. */
  readonly hasWritten: boolean;
}

export async function findChange(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  id: string,
): Promise<FoundChange | null> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('configuration_change')
      .select(['id', 'number', 'state', 'began_at'])
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id)
      .where(changeWithinReach(scope)),
  );
  return row === undefined
    ? null
    : { id: row.id, number: row.number, state: row.state, hasWritten: row.began_at !== null };
}

/** The settings of a scheduled change are in force from now on. Needs `lockChanges`. */
export async function setBegun(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update configuration_change set began_at = ${now}, written = (
      select coalesce(max(written), 0) + 1 from configuration_change where tenant_id = ${tenant})
    where tenant_id = ${tenant} and id = ${id}`);
}
