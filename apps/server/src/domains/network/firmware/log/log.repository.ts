import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Upgrade } from '@airloom/contract/firmware/firmware.model';
import type { UpgradeState } from '@airloom/contract/firmware/firmware.states';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { isAmong, rareMatches } from '../../../../platform/database/text-search.ts';
import { isAtOrganization, withinReach } from '../../../people/organizations/index.ts';
import { type Asker, visibleKinds } from '../../devices/index.ts';

/** Upgrades of device kinds and sites that the person sees. The device itself may be deleted. */
export function visibleUpgrades(scope: Asker) {
  return sqlBuilder
    .selectFrom('upgrade')
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'upgrade.tenant_id').onRef('site.id', '=', 'upgrade.site_id'),
    )
    .where('upgrade.tenant_id', '=', scope.tenant)
    .where('upgrade.device_kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`)
    .where(withinReach(scope));
}

/** Visible upgrades of the devices of a place. */
export function upgradesAt(
  scope: Asker,
  { enterpriseUUID, siteUUID }: Pick<LogFilters, 'enterpriseUUID' | 'siteUUID'>,
) {
  let found = visibleUpgrades(scope);
  if (siteUUID !== undefined) found = found.where('upgrade.site_id', '=', siteUUID);
  if (enterpriseUUID !== undefined) {
    found = found.where(isAtOrganization(scope, 'upgrade.site_id', enterpriseUUID));
  }
  return found;
}

export interface LogFilters {
  readonly search: string;
  readonly campaignUUID?: string | undefined;
  readonly deviceUUID?: string | undefined;
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
  readonly state?: UpgradeState | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `rare` is the result of {@link rareMatches} for the search text. */
function filtered(scope: Asker, filters: LogFilters, rare: readonly string[] | null) {
  let found = upgradesAt(scope, filters);
  const { campaignUUID, deviceUUID, state, from, to } = filters;
  if (campaignUUID !== undefined) found = found.where('upgrade.campaign_id', '=', campaignUUID);
  if (deviceUUID !== undefined) found = found.where('upgrade.device_id', '=', deviceUUID);
  if (state !== undefined) found = found.where('upgrade.state', '=', state);
  if (from !== undefined) found = found.where('upgrade.at', '>=', new Date(from));
  if (to !== undefined) found = found.where('upgrade.at', '<=', new Date(to));
  if (filters.search !== '') {
    found = found
      .where(isAmong('upgrade.id', rare))
      .where('upgrade.device_name', 'ilike', containing(filters.search));
  }
  return found;
}

function shown(found: ReturnType<typeof filtered>) {
  return found
    .leftJoin('upgrade_campaign', (join) =>
      join
        .onRef('upgrade_campaign.tenant_id', '=', 'upgrade.tenant_id')
        .onRef('upgrade_campaign.id', '=', 'upgrade.campaign_id'),
    )
    .leftJoin('rollout_site', (join) =>
      join
        .onRef('rollout_site.tenant_id', '=', 'upgrade.tenant_id')
        .onRef('rollout_site.rollout_id', '=', 'upgrade.campaign_id')
        .onRef('rollout_site.site_id', '=', 'upgrade.site_id'),
    )
    .select([
      'upgrade.id',
      'upgrade.campaign_id',
      'upgrade_campaign.name as campaign_name',
      'upgrade.device_id',
      'upgrade.device_kind',
      'upgrade.device_name',
      'site.name as site_name',
      'upgrade.wave',
      'upgrade.state',
      'upgrade.percent',
      'upgrade.from_version',
      'upgrade.to_version',
      'upgrade.attempts',
      'upgrade.at',
      'upgrade.started_at',
      'upgrade.ended_at',
      'upgrade.reason',
      'upgrade.text',
      'rollout_site.starts_at',
      'rollout_site.night',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

function upgradeOf(row: Row): Upgrade {
  return {
    upgradeUUID: row.id,
    campaignUUID: row.campaign_id,
    campaignName: row.campaign_name ?? '',
    device: { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
    siteName: row.site_name ?? '',
    wave: row.wave,
    state: row.state,
    percent: row.percent,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    attempts: row.attempts,
    nextStart:
      row.state === 'waiting' && row.starts_at !== null && row.night !== null
        ? { at: row.starts_at.toISOString(), night: row.night }
        : null,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    text: row.text,
  };
}

const SORTING: Sorting = {
  by: { startedAt: sql.ref('upgrade.at'), endedAt: sql.ref('upgrade.ended_at') },
  usual: '-startedAt',
  id: sql.ref('upgrade.id'),
};

export async function listUpgrades(
  tx: Transaction,
  scope: Asker,
  request: LogFilters & PageRequest,
): Promise<Page<Upgrade>> {
  const found = filtered(scope, request, await rareMatches(tx, 'upgrade', request.search));
  const { total, rows } = await readPage(tx, request, found, shown(found), SORTING);
  return { total, rows: rows.map(upgradeOf) };
}

/** Position after the previous page. */
export interface LogPosition {
  readonly at: Date;
  readonly upgrade: Upgrade;
}

/** Newest first, in pages. */
export async function someUpgrades(
  tx: Transaction,
  scope: Asker,
  filters: LogFilters & { readonly rare: readonly string[] | null },
  after: LogPosition | null,
  atMost: number,
): Promise<LogPosition[]> {
  let found = filtered(scope, filters, filters.rare);
  if (after !== null) {
    found = found.where(
      sql<boolean>`(upgrade.at, upgrade.id) < (${after.at}, ${after.upgrade.upgradeUUID}::uuid)`,
    );
  }
  const rows = await tx.all(
    shown(found).orderBy('upgrade.at', 'desc').orderBy('upgrade.id', 'desc').limit(atMost),
  );
  return rows.map((row) => ({ at: row.at, upgrade: upgradeOf(row) }));
}
