import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { LastUpgrade } from './unsolicited-upgrade.ts';
import type { DeviceKey } from './upgrades.repository.ts';

/** Minimum interval between log entries of a device that upgrades itself repeatedly. */
const BY_ITSELF_EVERY_MS = 10 * 60_000;

export interface LastOfDevice extends DeviceKey, LastUpgrade {
  readonly id: string;
  readonly campaignId: string | null;
}

export function findLast(tx: Transaction, devices: readonly DeviceKey[]): Promise<LastOfDevice[]> {
  return tx.all(sql<LastOfDevice>`
    select last.tenant_id as tenant, last.device_id as "deviceId", last.id, last.campaign_id as "campaignId",
      last.to_version as "toVersion", last.state, last.reason, last.ended_at as "endedAt"
    from unnest(${devices.map(({ tenant }) => tenant)}::uuid[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
      as wanted (tenant_id, device_id)
    cross join lateral (
      select * from upgrade
      where upgrade.tenant_id = wanted.tenant_id and upgrade.device_id = wanted.device_id
        and upgrade.started_at is not null
      order by at desc, id desc limit 1
    ) as last`);
}

export async function succeedLate(
  tx: Transaction,
  upgrades: readonly LastOfDevice[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update upgrade set state = 'succeeded', reason = 'late', percent = 100, ended_at = ${now}
    where (tenant_id, id) in (select * from unnest(
      ${upgrades.map(({ tenant }) => tenant)}::uuid[], ${upgrades.map(({ id }) => id)}::uuid[]))
      and state = 'failed'`);
}

export interface ByItself extends DeviceKey {
  readonly from: string | null;
  /** Empty while it runs. */
  readonly to: string;
  readonly at: Date;
}

/** Those without a recent entry for the same version. */
export function notJustWritten(
  tx: Transaction,
  devices: readonly DeviceKey[],
  now: Date,
): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select wanted.tenant_id as tenant, wanted.device_id as "deviceId"
    from unnest(${devices.map(({ tenant }) => tenant)}::uuid[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
      as wanted (tenant_id, device_id)
    where not exists (
      select from upgrade
      where upgrade.tenant_id = wanted.tenant_id and upgrade.device_id = wanted.device_id
        and upgrade.campaign_id is null and upgrade.at > ${new Date(now.getTime() - BY_ITSELF_EVERY_MS)})`);
}

/** Stores upgrades without a command: running ones, and those of which only the end was seen. */
export async function insertByThemselves(
  tx: Transaction,
  upgrades: readonly ByItself[],
  checkAt: Date,
): Promise<void> {
  await tx.run(sql`
    insert into upgrade (tenant_id, id, campaign_id, device_id, device_name, device_kind, site_id, wave, place,
      state, reason, percent, from_version, to_version, attempts, attempts_max, next_at, created_at, started_at,
      progress_at, ended_at)
    select device.tenant_id, changes.id, null, device.id, device.name, device.kind, device.site_id, 0, 0,
      case when changes.seen_to = '' then 'upgrading' else 'succeeded' end, 'byItself',
      case when changes.seen_to = '' then 0 else 100 end, coalesce(changes.seen_from, device.version), changes.seen_to, 1, 1,
      ${checkAt}::timestamptz, changes.at, changes.at, changes.at, case when changes.seen_to <> '' then changes.at end
    from unnest(${upgrades.map(({ tenant }) => tenant)}::uuid[], ${upgrades.map(({ deviceId }) => deviceId)}::uuid[],
      ${upgrades.map(() => newId())}::uuid[], ${upgrades.map(({ from }) => from)}::text[],
      ${upgrades.map(({ to }) => to)}::text[], ${upgrades.map(({ at }) => at)}::timestamptz[])
      as changes (tenant_id, device_id, id, seen_from, seen_to, at)
    join device on device.tenant_id = changes.tenant_id and device.id = changes.device_id`);
}
