import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { newId } from '../../../../platform/ids.ts';
import type { AlarmKey } from '../evaluation/watch.repository.ts';

/** An access point detected by a device. */
export interface Detection {
  readonly tenant: string;
  readonly deviceId: string;
  readonly siteId: string;
  readonly bssid: string;
  readonly ssid: string;
  readonly signal: number;
  readonly at: number;
}

/** A detected access point that matches a rule. */
export interface RogueDetection extends Detection {
  readonly ruleId: string;
  readonly level: AlarmLevel;
}

/** Networks that clients of a site are or were connected to. */
export interface OwnNetworks {
  readonly ssids: ReadonlySet<string>;
  /** From the newest reports. */
  readonly bssids: ReadonlySet<string>;
}

/** At night nobody may be connected: networks are known from the last clients of each access point. */
const CLIENTS_BACK = 20;

/** By site. */
export async function ownNetworks(
  tx: Transaction,
  detections: readonly Pick<Detection, 'tenant' | 'siteId'>[],
): Promise<ReadonlyMap<string, OwnNetworks>> {
  const sites = [...new Map(detections.map((one) => [one.siteId, one])).values()];
  const rows = await tx.all(sql<{ siteId: string; ssid: string; bssid: string | null }>`
    with radios as materialized (
      select device.tenant_id, device.id, device.site_id
      from unnest(${arrayLiteral(sites.map(({ tenant }) => tenant))}::uuid[],
                  ${arrayLiteral(sites.map(({ siteId }) => siteId))}::uuid[]) as given (tenant, site)
      join device on device.tenant_id = given.tenant and device.site_id = given.site and device.kind in ('ap', 'smart')
    )
    select radios.site_id as "siteId", client #>> '{wireless,ssid}' as ssid, client #>> '{wireless,bssid}' as bssid
    from radios
    join device_last_report last on last.tenant_id = radios.tenant_id and last.device_id = radios.id
    cross join lateral json_array_elements(last.report::json -> 'clients') as client
    where client #>> '{wireless,ssid}' <> ''
    union
    select radios.site_id, past.ssid, null
    from radios cross join lateral (
      select ssid from terminal_session session
      where session.tenant_id = radios.tenant_id and session.device_id = radios.id
      order by session.started_at desc, session.id desc limit ${CLIENTS_BACK}
    ) past
    where past.ssid <> ''`);
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    [...bySite].map(([siteId, own]) => [
      siteId,
      {
        ssids: new Set(own.map(({ ssid }) => ssid)),
        bssids: new Set(own.flatMap(({ bssid }) => bssid ?? [])),
      },
    ]),
  );
}

/**
 * Which of these addresses belong to a device of the account, as `tenant bssid`. Radios derive theirs from the
 * address of the device: they differ in the first digits, which mark them as locally administered, and in the last,
 * which count them.
 */
export async function knownAddresses(
  tx: Transaction,
  detections: readonly Pick<Detection, 'tenant' | 'bssid'>[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ tenant: string; bssid: string }>`
    select distinct given.tenant, given.bssid
    from unnest(${arrayLiteral(detections.map(({ tenant }) => tenant))}::uuid[],
                ${arrayLiteral(detections.map(({ bssid }) => bssid))}::text[]) as given (tenant, bssid)
    join device on device.tenant_id = given.tenant
      and substr(device.serial, 3, 8) = substr(replace(given.bssid, ':', ''), 3, 8)`);
  return new Set(rows.map(({ tenant, bssid }) => `${tenant} ${bssid}`));
}

/**
 * Stores which device detects which rogue access point, and raises an alarm for each that is new at its site, with
 * the device of the strongest signal. Sites are locked one after the other, or two processes would both find it new.
 */
export async function storeDetections(
  tx: Transaction,
  rogues: readonly RogueDetection[],
): Promise<AlarmKey[]> {
  const rows = rogues.toSorted((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
  const sites = [...new Set(rows.map(({ siteId }) => siteId))].sort();
  const cells = (value: (row: RogueDetection) => string | number) => arrayLiteral(rows.map(value));
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('rogueAp ' || site, 0))
    from unnest(${arrayLiteral(sites)}::text[]) as site`);
  return tx.all(sql<AlarmKey>`
    with given as (
      select given.*, device.name as device_name, device.kind as device_kind, site.name as site_name,
             rule.name as rule_name, rule.shipped
      from unnest(${cells(({ tenant }) => tenant)}::uuid[], ${cells(({ siteId }) => siteId)}::uuid[],
                  ${cells(({ deviceId }) => deviceId)}::uuid[], ${cells(({ ruleId }) => ruleId)}::uuid[],
                  ${cells(({ bssid }) => bssid)}::text[], ${cells(({ level }) => level)}::text[],
                  ${cells(({ signal }) => signal)}::float8[], ${cells(({ at }) => at)}::bigint[],
                  ${cells(newId)}::uuid[])
        as given (tenant_id, site_id, device_id, rule_id, part, level, signal, ms, alarm_id)
      join alarm_rule rule on rule.tenant_id = given.tenant_id and rule.id = given.rule_id and rule.enabled
      join device on device.tenant_id = given.tenant_id and device.id = given.device_id
      join site on site.tenant_id = given.tenant_id and site.id = given.site_id
      for key share of rule, device
    ),
    fresh as (
      select distinct on (tenant_id, site_id, rule_id, part) given.*
      from given
      where not exists (
        select from alarm_watch watch
        join device on device.tenant_id = watch.tenant_id and device.id = watch.device_id
        where watch.tenant_id = given.tenant_id and watch.rule_id = given.rule_id and watch.part = given.part
          and watch.level is not null and device.site_id = given.site_id)
      order by tenant_id, site_id, rule_id, part, signal desc
    ),
    kept as (
      insert into alarm_watch (tenant_id, device_id, rule_id, part, since, level)
      select distinct on (tenant_id, device_id, rule_id, part) given.tenant_id, given.device_id, given.rule_id,
             given.part, to_timestamp(given.ms / 1000.0), fresh.level
      from given left join fresh using (tenant_id, device_id, rule_id, part)
      order by tenant_id, device_id, rule_id, part, given.ms desc
      on conflict (tenant_id, device_id, rule_id, part) do update
        set since = excluded.since, level = coalesce(alarm_watch.level, excluded.level)
        where excluded.level is not null or alarm_watch.since < excluded.since - interval '1 hour'
    )
    insert into alarm (tenant_id, id, rule_id, rule_name, shipped, type, level, state, site_id, site_name, device_id,
                       device_kind, device_name, part, cause, raised_at)
    select tenant_id, alarm_id, rule_id, rule_name, shipped, 'rogueAp', level, 'unconfirmed', site_id, site_name,
           device_id, device_kind, device_name, part, '', to_timestamp(ms / 1000.0)
    from fresh
    on conflict do nothing
    returning tenant_id as tenant, id`);
}

/** Refreshes known detections while alarms are suppressed. */
export async function refreshDetections(tx: Transaction, rogues: readonly RogueDetection[]): Promise<void> {
  if (rogues.length === 0) return;
  const cells = (value: (row: RogueDetection) => string | number) => arrayLiteral(rogues.map(value));
  await tx.run(sql`
    update alarm_watch watch set since = greatest(watch.since, to_timestamp(given.ms / 1000.0))
    from unnest(${cells(({ tenant }) => tenant)}::uuid[], ${cells(({ deviceId }) => deviceId)}::uuid[],
                ${cells(({ ruleId }) => ruleId)}::uuid[], ${cells(({ bssid }) => bssid)}::text[],
                ${cells(({ at }) => at)}::bigint[]) as given (tenant, device, rule, part, ms)
    where watch.tenant_id = given.tenant and watch.device_id = given.device and watch.rule_id = given.rule
      and watch.part = given.part`);
}

export interface EndedRogues {
  /** How many detections ended. */
  readonly gone: number;
  readonly cleared: AlarmKey[];
}

/** Its device has scanned since without detecting it: detections are stored once an hour. */
const NOT_DETECTED = (watch: RawBuilder<unknown>) => sql`exists (
  select from device_scan scan
  where scan.tenant_id = ${watch}.tenant_id and scan.device_id = ${watch}.device_id
    and scan.at > ${watch}.since + interval '1 hour')`;

/**
 * Deletes some detections older than `until` whose device has scanned since; an alarm stays active while any device
 * at its site detects the access point or has not scanned again.
 */
export async function clearUndetected(
  tx: Transaction,
  until: Date,
  now: Date,
  atMost: number,
): Promise<EndedRogues> {
  const rows = await tx.all(sql<{ tenant: string; id: string | null }>`
    with old as (
      select watch.tenant_id, watch.device_id, watch.rule_id, watch.part, watch.level
      from alarm_rule rule
      join alarm_watch watch on watch.tenant_id = rule.tenant_id and watch.rule_id = rule.id
      join device on device.tenant_id = watch.tenant_id and device.id = watch.device_id
      where rule.type = 'rogueAp' and watch.since < ${until} and ${NOT_DETECTED(sql`watch`)}
        and (watch.level is null or not exists (
          select from alarm_watch other
          join device near on near.tenant_id = other.tenant_id and near.id = other.device_id
          where other.tenant_id = watch.tenant_id and other.rule_id = watch.rule_id and other.part = watch.part
            and near.site_id = device.site_id
            and (other.since >= ${until} or (${isConnectedIn('near.status')} and not ${NOT_DETECTED(sql`other`)}))))
      limit ${atMost}
      for update of watch skip locked
    ),
    gone as (
      delete from alarm_watch watch using old
      where watch.tenant_id = old.tenant_id and watch.device_id = old.device_id and watch.rule_id = old.rule_id
        and watch.part = old.part
      returning watch.tenant_id, watch.device_id, watch.rule_id, watch.part
    ),
    cleared as (
      update alarm set cleared_at = greatest(alarm.raised_at, ${now}), clear_reason = 'recovered'
      from gone
      where alarm.tenant_id = gone.tenant_id and alarm.device_id = gone.device_id
        and alarm.rule_id = gone.rule_id and alarm.part = gone.part and alarm.cleared_at is null
      returning alarm.tenant_id, alarm.id, alarm.device_id, alarm.rule_id, alarm.part
    )
    select gone.tenant_id as tenant, cleared.id
    from gone left join cleared using (tenant_id, device_id, rule_id, part)`);
  return {
    gone: rows.length,
    cleared: rows.flatMap(({ tenant, id }) => (id === null ? [] : [{ tenant, id }])),
  };
}
