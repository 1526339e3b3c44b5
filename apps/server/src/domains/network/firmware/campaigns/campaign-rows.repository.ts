import type { Campaign, CampaignDetail, WaveCounts } from '@airloom/contract/firmware/firmware.model';
import type { Page } from '@airloom/contract/paging';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { readWindows } from '../../../../platform/rollout/site-windows.repository.ts';
import { type StartingSite, startGroups } from '../../../../platform/rollout/start-groups.ts';
import type { Asker } from '../../devices/index.ts';
import { upgradesAt, visibleUpgrades } from '../log/log.repository.ts';

interface Place {
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
}

function ofCampaign(scope: Asker, place: Place) {
  return upgradesAt(scope, place).where('upgrade.campaign_id', '=', sql.ref<string>('upgrade_campaign.id'));
}

/** Campaigns with at least one visible device of the place. */
export function visibleCampaigns(scope: Asker, place: Place = {}) {
  return sqlBuilder
    .selectFrom('upgrade_campaign')
    .where('upgrade_campaign.tenant_id', '=', scope.tenant)
    .where(sql<boolean>`exists (${ofCampaign(scope, place).select(sql`1`.as('one'))})`);
}

function inState(state: string) {
  return sql<number>`count(*) filter (where upgrade.state = ${sql.lit(state)})::int`;
}

const STATE_COUNTS = [
  sql<number>`count(*)::int`.as('total'),
  inState('waiting').as('waiting'),
  sql<number>`count(*) filter (where upgrade.state = 'waiting' and exists (
    select from rollout_site where rollout_site.tenant_id = upgrade.tenant_id
      and rollout_site.rollout_id = upgrade.campaign_id and rollout_site.site_id = upgrade.site_id
      and rollout_site.night > 1))::int`.as('postponed'),
  inState('upgrading').as('upgrading'),
  inState('succeeded').as('succeeded'),
  inState('failed').as('failed'),
  inState('cancelled').as('cancelled'),
] as const;

/** Counts contain visible devices only: the same campaign may look smaller to another person. */
function countedCampaigns(scope: Asker, place: Place, found: ReturnType<typeof visibleCampaigns>) {
  return found
    .innerJoinLateral(ofCampaign(scope, place).select(STATE_COUNTS).as('counts'), (join) => join.onTrue())
    .selectAll('upgrade_campaign')
    .select([
      'counts.total',
      'counts.waiting',
      'counts.postponed',
      'counts.upgrading',
      'counts.succeeded',
      'counts.failed',
      'counts.cancelled',
    ]);
}

type Counted = Awaited<ReturnType<ReturnType<typeof countedCampaigns>['executeTakeFirstOrThrow']>>;

function campaignOf(row: Counted): Campaign {
  return {
    campaignUUID: row.id,
    name: row.name,
    firmwareUUID: row.firmware_id,
    version: row.version,
    models: row.models,
    state: row.state,
    stopReason: row.stop_reason,
    startAt: row.start_at?.toISOString() ?? null,
    localStart: row.local_start,
    revision: row.revision,
    waves: row.waves,
    wave: row.wave,
    stopAtFailedPercent: row.stop_at_failed_percent,
    retries: row.retries,
    total: row.total,
    waiting: row.waiting,
    postponed: row.postponed,
    upgrading: row.upgrading,
    succeeded: row.succeeded,
    failed: row.failed,
    cancelled: row.cancelled,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    editedBy: row.edited_by === row.created_by ? null : row.edited_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

const SORTING: Sorting = {
  by: {
    createdAt: sql.ref('upgrade_campaign.created_at'),
    startAt: sql`coalesce(upgrade_campaign.start_at, upgrade_campaign.created_at)`,
  },
  usual: '-createdAt',
  id: sql.ref('upgrade_campaign.id'),
};

export async function listCampaigns(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & Place & { readonly state?: RolloutState | undefined },
): Promise<Page<Campaign>> {
  let found = visibleCampaigns(scope, request);
  if (request.state !== undefined) found = found.where('upgrade_campaign.state', '=', request.state);
  if (request.search !== '') {
    const pattern = containing(request.search);
    found = found.where((where) =>
      where.or([
        where('upgrade_campaign.name', 'ilike', pattern),
        where('upgrade_campaign.version', 'ilike', pattern),
      ]),
    );
  }
  const { total, rows } = await readPage(
    tx,
    request,
    found,
    countedCampaigns(scope, request, found),
    SORTING,
  );
  return { total, rows: rows.map(campaignOf) };
}

export async function findCampaign(
  tx: Transaction,
  scope: Asker,
  id: string,
): Promise<CampaignDetail | null> {
  const found = visibleCampaigns(scope).where('upgrade_campaign.id', '=', id);
  const row = await tx.first(countedCampaigns(scope, {}, found));
  if (row === undefined) return null;
  const counted = new Map((await countWaves(tx, scope, id)).map((counts) => [counts.wave, counts]));
  return {
    ...campaignOf(row),
    waveCounts: row.waves.map((_, index) => waveCountsOf(counted.get(index + 1), index + 1)),
    starts: row.local_start === null ? [] : startGroups(row.local_start, await sitesIn(tx, scope, id)),
  };
}

type Counts = Awaited<ReturnType<typeof countWaves>>[number];

function waveCountsOf(counts: Counts | undefined, wave: number): WaveCounts {
  if (counts === undefined) return { ...NOBODY, wave };
  const { total, waiting, offline, upgrading, succeeded, failed, cancelled } = counts;
  return { wave, total, waiting, offline, upgrading, succeeded, failed, cancelled };
}

/** Visible sites of a campaign with a local start. */
async function sitesIn(tx: Transaction, scope: Asker, id: string): Promise<StartingSite[]> {
  const windows = new Map(
    (await readWindows(tx, { tenant: scope.tenant, id })).map((window) => [window.siteId, window]),
  );
  const rows = await tx.all(
    visibleUpgrades(scope)
      .where('upgrade.campaign_id', '=', id)
      .where('upgrade.wave', '>', 0)
      .select([
        'site.id',
        'site.name',
        sql<number>`count(*)::int`.as('devices'),
        inState('waiting').as('waiting'),
      ])
      .groupBy(['site.id', 'site.name'])
      .orderBy('site.name')
      .orderBy('site.id'),
  );
  return rows.flatMap(({ id: siteId, name, devices, waiting }) => {
    const window = siteId === null ? undefined : windows.get(siteId);
    return window === undefined ? [] : [{ name: name ?? '', devices, waiting, window }];
  });
}

const NOBODY = { total: 0, waiting: 0, offline: 0, upgrading: 0, succeeded: 0, failed: 0, cancelled: 0 };

/** Devices that were skipped belong to no wave. */
function countWaves(tx: Transaction, scope: Asker, id: string) {
  return tx.all(
    visibleUpgrades(scope)
      .leftJoin('device', (join) =>
        join.onRef('device.tenant_id', '=', 'upgrade.tenant_id').onRef('device.id', '=', 'upgrade.device_id'),
      )
      .where('upgrade.campaign_id', '=', id)
      .where('upgrade.wave', '>', 0)
      .select([
        'upgrade.wave',
        ...STATE_COUNTS,
        sql<number>`count(*) filter (where upgrade.state = 'waiting' and device.status = 'offline')::int`.as(
          'offline',
        ),
      ])
      .groupBy('upgrade.wave'),
  );
}
