import { isDeepStrictEqual } from 'node:util';
import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/database/database.ts';
import {
  type ConfigurationSource,
  canBuildConfiguration,
  guarded,
  isPending,
  readSources,
  releaseSettings,
} from '../../../devices/index.ts';
import { placesOf, settingsOfSites } from '../../../settings/index.ts';
import { partsOf, uplinksOf } from '../../../topology/index.ts';
import { PLACEMENT } from '../../edits/placements.repository.ts';
import { resolver } from '../../review/review-devices.ts';
import type { LockedChange } from '../changes.repository.ts';
import { wavesOfSite } from '../waves-of-site.ts';
import { insertRows, type NewRow, nextWithoutWave, writeWaves } from './prepared-devices.repository.ts';
import { touchedBy } from './reviewed-settings.ts';

const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly observeOnly: boolean;
  readonly underController: boolean;
  readonly managed: boolean;
  readonly connectedOnce: boolean;
  readonly placement: string;
  readonly released: EffectiveSettings | null;
}

/** Devices that the review compared and that are still where they were then, in the order of their ids. */
function candidatesAfter(
  tx: Transaction,
  { tenant, siteIds, wholeSiteIds, groupIds, deviceIds, createdAt }: LockedChange,
  after: string,
): Promise<Candidate[]> {
  return tx.all(sql<Candidate>`
    select device.id, device.name, device.site_id as "siteId", device.group_id as "groupId",
      site.observe_only as "observeOnly",
      device.managed_by is not null as "underController", device.configuration_state <> 'unmanaged' as managed,
      device.abilities is not null as "connectedOnce", device.released_settings as released,
      ${PLACEMENT} as placement
    from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where device.tenant_id = ${tenant} and device.site_id = any(${siteIds}::uuid[]) and device.id > ${after}
      and (device.site_id = any(${wholeSiteIds}::uuid[]) or device.group_id = any(${groupIds}::uuid[])
        or device.id = any(${deviceIds}::uuid[]))
      and greatest(device.placed_at, device.grouped_at, device.registered_at, device.created_at) <= ${createdAt}
    order by device.id limit ${BATCH}`);
}

/**
 * Which of these devices took part in the review, in the same site and group. Looked up for one page of devices, because a
 * join compares every device with every placement.
 */
async function reviewedAmong(
  tx: Transaction,
  { tenant, id }: LockedChange,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ placement: string }>`
    select placement from configuration_change, unnest(reviewed_placements) as placement
    where tenant_id = ${tenant} and id = ${id} and placement = any(${candidates.map(({ placement }) => placement)}::uuid[])`);
  return new Set(rows.map(({ placement }) => placement));
}

/**
 * Determines the next devices of a change: those that took part in its review, and those that are left out. Returns the
 * last one, or null when there are no more.
 */
export async function prepareDevices(
  tx: Transaction,
  change: LockedChange,
  now: Date,
): Promise<string | null> {
  const candidates = await candidatesAfter(tx, change, change.preparedTo ?? BEFORE_ALL);
  const reviewed = await reviewedAmong(tx, change, candidates);
  const ids = candidates.map(({ id }) => id);
  const sources = new Map((await readSources(tx, change, ids)).map((source) => [source.id, source]));
  const places = new Map((await placesOf(tx, change, ids)).map((place) => [place.id, place]));
  const present = await settingsOfSites(tx, change, [...new Set(candidates.map(({ siteId }) => siteId))]);
  const resolved = resolver(present);
  const isTouched = await touchedBy(tx, change, present);
  const rows: NewRow[] = [];
  const unchanged: { id: string; released_settings: EffectiveSettings }[] = [];
  for (const candidate of candidates) {
    const place = places.get(candidate.id);
    const after = place === undefined ? NO_SETTINGS : resolved(place);
    const source = sources.get(candidate.id);
    const skipReason = skipReasonOf(candidate, source);
    if (skipReason === null && !reviewed.has(candidate.placement)) continue;
    const confirmed = change.confirmedCuts.filter(({ deviceUUID }) => deviceUUID === candidate.id);
    if (isChanged(candidate, source, skipReason, after, confirmed)) {
      // It waits for settings of other changes only: those deliver them.
      if (source !== undefined && place !== undefined && !isTouched(source, place)) continue;
      const state = skipReason === null ? 'waiting' : 'skipped';
      rows.push({
        deviceId: candidate.id,
        deviceName: candidate.name,
        siteId: candidate.siteId,
        groupId: candidate.groupId,
        state,
        skipReason,
      });
    } else if (skipReason === null && source !== undefined) {
      const released = guarded(source, after, confirmed).effective;
      if (!isDeepStrictEqual(candidate.released, released))
        unchanged.push({ id: candidate.id, released_settings: released });
    }
  }
  await insertRows(tx, change, rows, now);
  // Settings that make no difference to a device need no delivery.
  await releaseSettings(tx, change, unchanged);
  return ids.at(-1) ?? null;
}

function skipReasonOf(candidate: Candidate, source: ConfigurationSource | undefined): SkipReason | null {
  if (candidate.observeOnly) return 'observeOnly';
  if (candidate.underController) return 'underController';
  if (!candidate.managed) return 'notManaged';
  if (!candidate.connectedOnce || source === undefined || !canBuildConfiguration(source))
    return 'notReported';
  return null;
}

/** Documents are compared where they can be made, settings otherwise. */
function isChanged(
  { released, connectedOnce }: Candidate,
  source: ConfigurationSource | undefined,
  skipReason: SkipReason | null,
  after: EffectiveSettings,
  confirmed: LockedChange['confirmedCuts'],
): boolean {
  const before = released ?? NO_SETTINGS;
  const hasDocuments = connectedOnce && source !== undefined && skipReason !== 'notReported';
  return hasDocuments ? isPending(source, after, confirmed) : !isDeepStrictEqual(before, after);
}

/** Assigns waves to the devices of the next sites. Returns false when all have one. */
export async function prepareWaves(tx: Transaction, change: LockedChange): Promise<boolean> {
  for (let prepared = 0; prepared < BATCH; ) {
    const next = await nextWithoutWave(tx, change);
    if (next === undefined) return prepared > 0;
    const { devices, reports, manualLinks } = await partsOf(tx, change.tenant, next.siteId);
    const uplinks = uplinksOf(devices, reports, manualLinks);
    await writeWaves(tx, change, wavesOfSite(new Set(next.deviceIds), devices, uplinks));
    prepared += next.deviceIds.length;
  }
  return true;
}
