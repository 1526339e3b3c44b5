import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { DeviceState, SkipReason } from '@airloom/contract/configuration/configuration.states';
import type { Observed } from '@airloom/device-protocol/configuration/verify';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { byJump, wasBeforeJump } from '../../../../platform/database/due-time.ts';
import type { ChangeKey, LockedChange } from './changes.repository.ts';
import type { DeviceInFlight, Earlier, Judgement } from './judge-device.ts';
import { DELIVERING, FAILED, IN_FLIGHT, NOT_STARTED, OPEN, RETRIED } from './rollout-states.ts';

const { atOnceMax, atOncePerSiteMax, answerWithinMs, verifyAfterRadarCheckWithinMs } = CONFIGURATION_LIMITS;

export interface NewRow {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly state: 'waiting' | 'skipped';
  readonly skipReason: SkipReason | null;
}

export async function insertRows(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  rows: readonly NewRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into configuration_change_device (tenant_id, change_id, device_id, device_name, site_id, group_id, wave,
      state, skip_reason, changed_at)
    select ${tenant}::uuid, ${id}::uuid, device_id, device_name, site_id, group_id, 0, state, skip_reason,
      ${now}::timestamptz
    from unnest(
      ${rows.map(({ deviceId }) => deviceId)}::uuid[], ${rows.map(({ deviceName }) => deviceName)}::text[],
      ${rows.map(({ siteId }) => siteId)}::uuid[], ${rows.map(({ groupId }) => groupId)}::uuid[],
      ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ skipReason }) => skipReason)}::text[])
      as given (device_id, device_name, site_id, group_id, state, skip_reason)`);
}

/** A site whose devices have no wave yet, with these devices. */
export async function nextWithoutWave(
  tx: Transaction,
  { tenant, id }: ChangeKey,
): Promise<{ siteId: string; deviceIds: string[] } | undefined> {
  return tx.first(sql<{ siteId: string; deviceIds: string[] }>`
    select site_id as "siteId", array_agg(device_id order by device_id) as "deviceIds"
    from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state = 'waiting' and wave = 0 and site_id = (
      select site_id from configuration_change_device
      where tenant_id = ${tenant} and change_id = ${id} and state = 'waiting' and wave = 0 limit 1)
    group by site_id`);
}

export async function writeWaves(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  waves: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target set wave = given.wave
    from unnest(${[...waves.keys()]}::uuid[], ${[...waves.values()]}::int[]) as given (device_id, wave)
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = given.device_id`);
}

export async function highestWave(tx: Transaction, { tenant, id }: ChangeKey): Promise<number> {
  const row = await tx.first(sql<{ wave: number }>`
    select coalesce(max(wave), 0)::int as wave from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id}`);
  return row?.wave ?? 0;
}

export function inFlightOf(tx: Transaction, { tenant, id }: ChangeKey): Promise<DeviceInFlight[]> {
  return tx.all(sql<DeviceInFlight>`
    select device_id as "deviceId", site_id as "siteId", state, version, reverted_version as "revertedVersion",
      coalesce(next_at, changed_at) as "nextAt", earlier
    from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(IN_FLIGHT)})
    order by device_id`);
}

export interface Presence {
  readonly deviceId: string;
  readonly connected: boolean;
  readonly managed: boolean;
}

export async function presenceOf(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Presence>> {
  const rows = await tx.all(sql<Presence>`
    select id as "deviceId", connection_id is not null as connected, configuration_state <> 'unmanaged' as managed
    from device where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[])`);
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** Latest reports of devices that report these versions; others are not read. */
export async function observedOf(
  tx: Transaction,
  tenant: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Observed>> {
  if (versions.size === 0) return new Map();
  const rows = await tx.all(sql<{ deviceId: string; report: string }>`
    select last.device_id as "deviceId", whole.report
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[]) as given (device_id, version)
    join device_last last on last.tenant_id = ${tenant} and last.device_id = given.device_id
      and last.config_version = given.version
    join device_last_report whole on whole.tenant_id = last.tenant_id and whole.device_id = last.device_id`);
  return new Map(rows.map(({ deviceId, report }) => [deviceId, observedIn(report)]));
}

/** Reports stored by earlier releases contain no networks. */
function observedIn(report: string): Observed {
  const {
    configVersion,
    radios,
    networks = null,
  }: Omit<Observed, 'networks'> & Partial<Observed> = JSON.parse(report);
  return { configVersion, radios, networks };
}

export interface Settlement extends Judgement {
  readonly deviceId: string;
  readonly revertedVersion?: number;
  readonly earlier?: Earlier;
}

export async function writeSettlements(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  settlements: readonly Settlement[],
  now: Date,
): Promise<void> {
  if (settlements.length === 0) return;
  await tx.run(sql`
    update configuration_change_device as target set state = given.state, version = given.version,
      reverted_version = coalesce(given.reverted_version, target.reverted_version),
      skip_reason = coalesce(given.skip_reason, target.skip_reason),
      rejected = coalesce(given.rejected::jsonb, target.rejected),
      missing = coalesce(given.missing::jsonb, target.missing),
      earlier = coalesce(given.earlier::jsonb, target.earlier), next_at = given.next_at, changed_at = ${now}
    from unnest(
      ${settlements.map(({ deviceId }) => deviceId)}::uuid[], ${settlements.map(({ state }) => state)}::text[],
      ${settlements.map(({ version }) => version)}::int[],
      ${settlements.map(({ revertedVersion }) => revertedVersion ?? null)}::int[],
      ${settlements.map(({ skipReason }) => skipReason ?? null)}::text[],
      ${settlements.map(({ rejected }) => json(rejected))}::text[],
      ${settlements.map(({ missing }) => json(missing))}::text[],
      ${settlements.map(({ earlier }) => json(earlier))}::text[],
      ${settlements.map(({ nextAt }) => nextAt ?? null)}::timestamptz[])
      as given (device_id, state, version, reverted_version, skip_reason, rejected, missing, earlier, next_at)
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = given.device_id`);
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Nothing more starts in these sites. */
export async function stopSites(
  tx: Transaction,
  change: ChangeKey,
  siteIds: readonly string[],
  now: Date,
): Promise<void> {
  await endNotStarted(tx, change, 'stopped', now, siteIds);
}

/** Devices that have not started will not; of some sites, or of all. */
export async function endNotStarted(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  state: 'stopped' | 'cancelled',
  now: Date,
  siteIds: readonly string[] | null = null,
): Promise<void> {
  await tx.run(sql`
    update configuration_change_device set state = ${state}, next_at = null, changed_at = ${now}
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(NOT_STARTED)})
      and (${siteIds}::uuid[] is null or site_id = any(${siteIds}::uuid[]))`);
}

/** Failed and stopped devices wait again. Returns how many. */
export function retryFailed(tx: Transaction, { tenant, id }: ChangeKey, now: Date): Promise<number> {
  return tx.run(sql`
    update configuration_change_device set state = 'waiting', version = null, reverted_version = null, rejected = '[]',
      missing = '[]', next_at = null, changed_at = ${now}
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(RETRIED)})`);
}

/** Leaves out devices that left the site or may not be configured any more, and ends waiting for offline ones. */
export async function endUnsuitable(tx: Transaction, { tenant, id }: ChangeKey, now: Date): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target
    set state = case when unfit.reason is null then 'cancelled' else 'skipped' end, skip_reason = unfit.reason,
      next_at = null, changed_at = ${now}
    from (
      select waiting.device_id, waiting.next_at, case
        when device.id is null or device.site_id is distinct from waiting.site_id then 'deviceGone'
        when device.group_id is distinct from waiting.group_id then 'regrouped'
        when device.managed_by is not null then 'underController'
        when site.observe_only then 'observeOnly'
        when device.configuration_state = 'unmanaged' then 'notManaged'
      end as reason
      from configuration_change_device waiting
      left join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
      left join site on site.tenant_id = device.tenant_id and site.id = device.site_id
      where waiting.tenant_id = ${tenant} and waiting.change_id = ${id} and waiting.state in (${sql.join(NOT_STARTED)})
    ) as unfit
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = unfit.device_id
      and (unfit.reason is not null or unfit.next_at <= ${now})`);
}

/**
 * Leaves devices to later changes that touch them, unless these were cancelled before they did: the settings that apply now contain
 * theirs, which they have to try on their first devices.
 */
export async function leaveToLater(tx: Transaction, change: LockedChange, now: Date): Promise<void> {
  const { tenant, id, beganAt } = change;
  await tx.run(sql`
    update configuration_change_device as target set state = 'superseded', next_at = null, changed_at = ${now}
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.state in (${sql.join(NOT_STARTED)})
      and exists (
        select from configuration_change_device other
        join configuration_change later on later.tenant_id = other.tenant_id and later.id = other.change_id
        where other.tenant_id = ${tenant} and other.device_id = target.device_id and other.state <> 'skipped'
          and not (other.state = 'cancelled' and other.version is null) and later.began_at > ${beganAt})`);
}

/** Waiting devices of the started waves that are not connected. */
export async function markOffline(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  wave: number,
  until: Date,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target set state = 'offline', next_at = ${until}, changed_at = ${now}
    from device
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.state = 'waiting'
      and target.wave <= ${wave} and device.tenant_id = target.tenant_id and device.id = target.device_id
      and device.connection_id is null`);
}

/** Devices started in one transaction, which locks them. */
export const STARTED_MAX = 100;

/**
 * The next connected devices, as many as may run beside those that do: one in a site until one is verified there, and
 * only those of the lowest open wave of the site. Sites wait while the devices of a later change are determined.
 */
export async function nextInTurn(
  tx: Transaction,
  { tenant, id, beganAt }: LockedChange,
  wave: number,
): Promise<string[]> {
  const rows = await tx.all(sql<{ deviceId: string }>`
    with running as (
      select site_id, count(*)::int as here, count(*) filter (where change_id = ${id})::int as of_it
      from configuration_change_device
      where tenant_id = ${tenant} and state in (${sql.join(DELIVERING)}) group by site_id
    ), site_waves as (
      select row.site_id, coalesce(bool_or(row.state = 'verified'), false) as is_proven,
        min(row.wave) filter (where row.state in (${sql.join(DELIVERING)})
          or row.state in (${sql.join(NOT_STARTED)}) and device.connection_id is not null) as wave
      from configuration_change_device row
      left join device on device.tenant_id = row.tenant_id and device.id = row.device_id
      where row.tenant_id = ${tenant} and row.change_id = ${id} group by row.site_id
    ), ready as (
      select waiting.device_id, waiting.wave, coalesce(running.here, 0) as here, coalesce(running.of_it, 0) as of_it,
        site_waves.is_proven,
        row_number() over (partition by waiting.site_id order by waiting.wave, waiting.device_id) as nth
      from configuration_change_device waiting
      join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
        and device.connection_id is not null
      join site_waves on site_waves.site_id = waiting.site_id and site_waves.wave = waiting.wave
      left join running on running.site_id = waiting.site_id
      where waiting.tenant_id = ${tenant} and waiting.change_id = ${id} and waiting.state in (${sql.join(NOT_STARTED)})
        and waiting.wave <= ${wave} and not exists (
          select from configuration_change later
          where later.tenant_id = ${tenant} and later.ended_at is null and later.state = 'preparing'
            and coalesce(later.began_at, 'infinity') > ${beganAt} and waiting.site_id = any(later.site_ids))
    )
    select device_id as "deviceId" from ready
    where here + nth <= ${atOncePerSiteMax} and (is_proven or of_it + nth <= 1)
    order by wave, device_id
    limit least(greatest(${atOnceMax} - (select coalesce(sum(of_it), 0) from running), 0), ${STARTED_MAX})`);
  return rows.map(({ deviceId }) => deviceId);
}

export interface Superseded extends ChangeKey {
  readonly deviceId: string;
  /** What a device in flight had before; null for one that had not started. */
  readonly earlier: Earlier | null;
}

/** Ends the devices in all other changes: they get the settings of this one, which contain those. */
export function supersedeOthers(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  deviceIds: readonly string[],
  now: Date,
): Promise<Superseded[]> {
  return tx.all(sql<Superseded>`
    with others as (
      select change_id, device_id, state in (${sql.join(IN_FLIGHT)}) as in_flight from configuration_change_device
      where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and change_id <> ${id}
        and state in (${sql.join(OPEN)})
      for update
    )
    update configuration_change_device as target set state = 'superseded', next_at = null, changed_at = ${now}
    from others
    where target.tenant_id = ${tenant} and target.change_id = others.change_id and target.device_id = others.device_id
    returning target.tenant_id as tenant, target.change_id as id, target.device_id as "deviceId",
      case when others.in_flight then target.earlier end as earlier`);
}

export interface Counts {
  /** Of the started waves: waiting for their turn, and with a new version. */
  readonly waiting: number;
  readonly delivering: number;
  readonly offline: number;
  readonly reverting: number;
  readonly later: number;
  readonly failed: number;
  readonly stopped: number;
  /** All that the change was meant for. */
  readonly total: number;
}

export async function countRows(tx: Transaction, { tenant, id }: ChangeKey, wave: number): Promise<Counts> {
  const meant: readonly DeviceState[] = ['skipped', 'superseded', 'cancelled'];
  const counts = await tx.first(sql<Counts>`
    select
      count(*) filter (where state = 'waiting' and wave <= ${wave})::int as waiting,
      count(*) filter (where state in (${sql.join(DELIVERING)}))::int as delivering,
      count(*) filter (where state = 'offline')::int as offline,
      count(*) filter (where state = 'reverting')::int as reverting,
      count(*) filter (where state = 'waiting' and wave > ${wave})::int as later,
      count(*) filter (where state in (${sql.join(FAILED)}))::int as failed,
      count(*) filter (where state = 'stopped')::int as stopped,
      count(*) filter (where state not in (${sql.join(meant)}))::int as total
    from configuration_change_device where tenant_id = ${tenant} and change_id = ${id}`);
  if (counts === undefined) throw new Error('the devices of a change could not be counted');
  return counts;
}

/** When the next answer or report is overdue. */
export async function nextDeadline(tx: Transaction, { tenant, id }: ChangeKey): Promise<Date | null> {
  const row = await tx.first(sql<{ at: Date | null }>`
    select min(next_at) as at from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(OPEN)})`);
  return row?.at ?? null;
}

export interface WatchedDevice extends ChangeKey {
  readonly deviceId: string;
}

/** Devices of any accounts whose next report matters. */
export function awaitingReport(tx: Transaction): Promise<WatchedDevice[]> {
  return tx.all(sql<WatchedDevice>`
    select row.tenant_id as tenant, row.change_id as id, row.device_id as "deviceId"
    from configuration_change change
    join configuration_change_device row on row.tenant_id = change.tenant_id and row.change_id = change.id
      and row.state in (${sql.join(IN_FLIGHT)})
    where change.ended_at is null`);
}

/** The clock was set: devices keep their remaining time. */
export async function shiftInFlight(tx: Transaction, jumpMs: number, now: Date): Promise<void> {
  const longest = byJump(Math.max(answerWithinMs, verifyAfterRadarCheckWithinMs));
  await tx.run(sql`
    update configuration_change_device set next_at = next_at + ${byJump(jumpMs)}
    where state in (${sql.join(DELIVERING)}) and ${wasBeforeJump(sql`next_at - ${longest}`, jumpMs, now)}`);
}
