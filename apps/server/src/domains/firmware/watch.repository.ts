import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { DeviceKey } from './upgrades.repository.ts';

/** A device that cannot decide is written down this often at most. */
const BY_ITSELF_EVERY_MS = 10 * 60_000;
/** A device that was given up may still come back right for this long. */
const LATE_MS = 24 * 60 * 60_000;

export interface SaidVersion extends DeviceKey {
  readonly version: string;
}

export interface ChangedVersion extends SaidVersion {
  readonly before: string;
}

/** Remembers what devices say they run; tells which of them said something else before. */
export async function rememberVersions(
  tx: Transaction,
  said: readonly SaidVersion[],
): Promise<ChangedVersion[]> {
  const rows = await tx.all(sql<SaidVersion & { before: string | null }>`
    with said as (
      select device.tenant_id, device.id as device_id, news.version
      from unnest(${said.map(({ tenant }) => tenant)}::uuid[], ${said.map(({ deviceId }) => deviceId)}::uuid[],
        ${said.map(({ version }) => version)}::text[]) as news (tenant_id, device_id, version)
      join device on device.tenant_id = news.tenant_id and device.id = news.device_id
    ), known as (
      select device_firmware.tenant_id, device_firmware.device_id, device_firmware.version
      from device_firmware join said using (tenant_id, device_id)
    ), written as (
      insert into device_firmware (tenant_id, device_id, version)
      select said.tenant_id, said.device_id, said.version from said
      left join known using (tenant_id, device_id)
      where known.version is distinct from said.version
      order by said.tenant_id, said.device_id
      on conflict (tenant_id, device_id) do update set version = excluded.version
      returning tenant_id, device_id, version
    )
    select written.tenant_id as tenant, written.device_id as "deviceId", written.version, known.version as before
    from written left join known using (tenant_id, device_id)`);
  return rows.flatMap(({ before, ...row }) => (before === null ? [] : [{ ...row, before }]));
}

export interface GivenUp extends DeviceKey {
  readonly id: string;
  readonly campaignId: string | null;
  readonly toVersion: string;
}

/** Where the last thing known of these devices' upgrades is that they were given up not long ago. */
export function findGivenUp(tx: Transaction, devices: readonly DeviceKey[], now: Date): Promise<GivenUp[]> {
  return tx.all(sql<GivenUp>`
    select last.tenant_id as tenant, last.device_id as "deviceId", last.id, last.campaign_id as "campaignId",
      last.to_version as "toVersion"
    from unnest(${devices.map(({ tenant }) => tenant)}::uuid[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
      as wanted (tenant_id, device_id)
    cross join lateral (
      select * from upgrade
      where upgrade.tenant_id = wanted.tenant_id and upgrade.device_id = wanted.device_id
      order by at desc, id desc limit 1
    ) as last
    where last.state = 'failed' and last.ended_at > ${new Date(now.getTime() - LATE_MS)}`);
}

export async function succeedLate(tx: Transaction, upgrades: readonly GivenUp[], now: Date): Promise<void> {
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
}

/** Those that have not been written down for the same just now. */
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

/** Upgrades nobody ordered: those that run, and those whose end is all that was seen of them. */
export async function insertByThemselves(
  tx: Transaction,
  upgrades: readonly ByItself[],
  now: Date,
  checkAt: Date,
): Promise<void> {
  await tx.run(sql`
    insert into upgrade (tenant_id, id, campaign_id, device_id, device_name, device_kind, site_id, wave, place,
      state, reason, percent, from_version, to_version, attempts, attempts_max, next_at, created_at, started_at,
      progress_at, ended_at)
    select device.tenant_id, news.id, null, device.id, device.name, device.kind, device.site_id, 0, 0,
      case when news.seen_to = '' then 'upgrading' else 'succeeded' end, 'byItself',
      case when news.seen_to = '' then 0 else 100 end, coalesce(news.seen_from, device.version), news.seen_to, 1, 1,
      ${checkAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
      case when news.seen_to <> '' then ${now}::timestamptz end
    from unnest(${upgrades.map(({ tenant }) => tenant)}::uuid[], ${upgrades.map(({ deviceId }) => deviceId)}::uuid[],
      ${upgrades.map(() => newId())}::uuid[], ${upgrades.map(({ from }) => from)}::text[],
      ${upgrades.map(({ to }) => to)}::text[]) as news (tenant_id, device_id, id, seen_from, seen_to)
    join device on device.tenant_id = news.tenant_id and device.id = news.device_id`);
}
