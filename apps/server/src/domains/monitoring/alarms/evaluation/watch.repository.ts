import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { PortSample } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { DeviceKey } from '../outages/suppression.ts';
import { setLevel } from '../rules/level-change.ts';
import type { Watch } from '../rules/threshold.ts';
import { type Entry, isStoredAlike, type Raised } from './report-evaluation.ts';

export interface AlarmKey {
  readonly tenant: string;
  readonly id: string;
}

export interface StoredWatch {
  readonly deviceId: string;
  readonly ruleId: string;
  readonly part: string;
  readonly since: Date;
  readonly level: AlarmLevel | null;
}

export interface LastPorts {
  readonly deviceId: string;
  readonly at: Date;
  readonly ports: readonly PortSample[];
}

function given(devices: readonly DeviceKey[]): RawBuilder<unknown> {
  return sql`unnest(${arrayLiteral(devices.map(({ tenant }) => tenant))}::uuid[],
                    ${arrayLiteral(devices.map(({ deviceId }) => deviceId))}::uuid[]) as given (tenant, device)`;
}

/** Stored watches of these devices. */
export function storedWatches(tx: Transaction, devices: readonly DeviceKey[]): Promise<StoredWatch[]> {
  return tx.all(sql<StoredWatch>`
    select watch.device_id as "deviceId", watch.rule_id as "ruleId", watch.part, watch.since, watch.level
    from ${given(devices)} cross join lateral (
      select * from alarm_watch where tenant_id = given.tenant and device_id = given.device
    ) watch`);
}

/** Last report time and ports of these devices. */
export function lastPorts(tx: Transaction, devices: readonly DeviceKey[]): Promise<LastPorts[]> {
  return tx.all(sql<LastPorts>`
    select last.* from ${given(devices)} cross join lateral (
      select device_id as "deviceId", ts as at, coalesce(report::json -> 'ports', '[]') as ports from device_last_report
      where tenant_id = given.tenant and device_id = given.device
    ) last`);
}

/** A change of one device. */
export interface OwnedEntry {
  readonly owner: DeviceKey;
  readonly entry: Entry;
}

type Keyed = Pick<OwnedEntry, 'owner'> & { readonly entry: Pick<Entry, 'rule' | 'part'> };

function byKey(one: Keyed, other: Keyed): number {
  const [a, b] = [one, other].map(({ owner, entry }) => `${owner.deviceId} ${entry.rule.id} ${entry.part}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Device, rule and part as parallel arrays. */
function keysOf(rows: readonly Keyed[]): RawBuilder<unknown> {
  return sql`${arrayLiteral(rows.map(({ owner }) => owner.tenant))}::uuid[],
    ${arrayLiteral(rows.map(({ owner }) => owner.deviceId))}::uuid[],
    ${arrayLiteral(rows.map(({ entry }) => entry.rule.id))}::uuid[],
    string_to_array(${joinTexts(rows.map(({ entry }) => entry.part))}, chr(30))`;
}

function moments(rows: readonly (number | null)[]): RawBuilder<unknown> {
  return sql`${arrayLiteral(rows.map((ms) => ms ?? 'NULL'))}::bigint[]`;
}

function figures(values: readonly (number | null)[]): RawBuilder<unknown> {
  return sql`${arrayLiteral(values.map((value) => value ?? 'NULL'))}::float8[]`;
}

function words(values: readonly (string | null)[]): RawBuilder<unknown> {
  return sql`${arrayLiteral(values.map((value) => value ?? 'NULL'))}::text[]`;
}

/**
 * Writes changes of watches and alarms in this order: ended, raised, watched. Returns changed alarms; those cleared
 * by a person meanwhile do not change.
 */
export async function writeEntries(
  tx: Transaction,
  all: readonly OwnedEntry[],
  now: number,
): Promise<AlarmKey[]> {
  const entries = all.toSorted(byKey);
  const over = entries.filter(({ entry }) => isOver(entry));
  const raised = entries.flatMap((row) => row.entry.raised.map((alarm) => ({ ...row, alarm })));
  const kept = entries.flatMap(({ owner, entry }) =>
    entry.watch !== null && (isOver(entry) || !isStoredAlike(entry.before, entry.watch))
      ? [{ owner, entry, watch: entry.watch }]
      : [],
  );
  const relevelled = entries.flatMap((row) =>
    row.entry.cleared === null && row.entry.relevelled !== null ? [{ ...row, to: row.entry.relevelled }] : [],
  );
  const changed = await Promise.all([
    over.length === 0 ? [] : tx.all(endWatches(over, now)),
    raised.length === 0 ? [] : tx.all(raiseAlarms(raised, now)),
    kept.length === 0 ? [] : tx.all(keepWatches(kept)),
    relevelled.length === 0 ? [] : tx.all(relevelAlarms(relevelled, now)),
  ]);
  return changed.flat();
}

/** Whether the stored watch is deleted, possibly replaced by a new one. */
function isOver({ before, watch, cleared }: Entry): boolean {
  return before !== null && (watch === null || cleared !== null);
}

function endWatches(rows: readonly OwnedEntry[], now: number): RawBuilder<AlarmKey> {
  const cleared = rows.map(({ entry }) => entry.cleared);
  const reasons: (ClearReason | null)[] = cleared.map((one) => one?.reason ?? null);
  return sql<AlarmKey>`
    with given as (
      select tenant_id, device_id, rule_id, coalesce(part, '') as part, to_timestamp(ms / 1000.0) as at, reason
      from unnest(${keysOf(rows)}, ${moments(cleared.map((one) => one && Math.min(one.at, now)))}, ${words(reasons)})
        as given (tenant_id, device_id, rule_id, part, ms, reason)
    ),
    ended as (
      delete from alarm_watch watch using given
      where watch.tenant_id = given.tenant_id and watch.device_id = given.device_id
        and watch.rule_id = given.rule_id and watch.part = given.part
    )
    update alarm set cleared_at = greatest(alarm.raised_at, given.at), clear_reason = given.reason
    from given
    where alarm.tenant_id = given.tenant_id and coalesce(alarm.device_id, alarm.site_id) = given.device_id
      and alarm.rule_id = given.rule_id and alarm.part = given.part and alarm.cleared_at is null
      and given.reason is not null
    returning alarm.tenant_id as tenant, alarm.id`;
}

/** Once for each transition of a watch from not raised to raised, in whichever process and however often. */
function raiseAlarms(
  rows: readonly (OwnedEntry & { readonly alarm: Raised })[],
  now: number,
): RawBuilder<AlarmKey> {
  const alarms = rows.map(({ alarm }) => alarm);
  return sql<AlarmKey>`
    insert into alarm (tenant_id, id, rule_id, rule_name, shipped, type, level, state, site_id, site_name, device_id,
                       device_kind, device_name, part, cause, value, threshold, raised_at, cleared_at, clear_reason)
    select given.tenant_id, given.id, rule.id, rule.name, rule.shipped, rule.type, given.level, 'unconfirmed',
           device.site_id, coalesce(site.name, ''), device.id, device.kind, device.name, coalesce(given.part, ''),
           '', given.value, given.threshold, to_timestamp(given.raised / 1000.0),
           to_timestamp(given.cleared / 1000.0), case when given.cleared is not null then 'recovered' end
    from unnest(${keysOf(rows)}, ${arrayLiteral(alarms.map(({ id }) => id))}::uuid[],
                ${words(alarms.map(({ level }) => level))}, ${figures(alarms.map(({ value }) => value))},
                ${figures(alarms.map(({ threshold }) => threshold))},
                ${moments(alarms.map(({ at }) => Math.min(at, now)))},
                ${moments(alarms.map(({ clearedAt }) => clearedAt && Math.min(clearedAt, now)))})
      as given (tenant_id, device_id, rule_id, part, id, level, value, threshold, raised, cleared)
    join alarm_rule rule on rule.tenant_id = given.tenant_id and rule.id = given.rule_id and rule.enabled
    join device on device.tenant_id = given.tenant_id and device.id = given.device_id
    left join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where not exists (
      select from alarm_watch watch
      where watch.tenant_id = given.tenant_id and watch.device_id = given.device_id
        and watch.rule_id = given.rule_id and watch.part = coalesce(given.part, '') and watch.level is not null)
    -- Waits for a rule that is being disabled: an alarm raised after that would never be cleared.
    for share of rule
    on conflict do nothing
    returning alarm.tenant_id as tenant, alarm.id`;
}

/** Locks rule and device: one deleted at this moment must not fail the whole statement. */
function keepWatches(
  rows: readonly (Keyed & { readonly watch: Pick<Watch, 'since' | 'level'> })[],
): RawBuilder<AlarmKey> {
  return sql<AlarmKey>`
    insert into alarm_watch (tenant_id, device_id, rule_id, part, since, level)
    select given.tenant_id, device.id, rule.id, coalesce(given.part, ''), to_timestamp(given.since / 1000.0),
           given.level
    from unnest(${keysOf(rows)}, ${moments(rows.map(({ watch }) => watch.since))},
                ${words(rows.map(({ watch }) => watch.level))})
      as given (tenant_id, device_id, rule_id, part, since, level)
    join alarm_rule rule on rule.tenant_id = given.tenant_id and rule.id = given.rule_id and rule.enabled
    join device on device.tenant_id = given.tenant_id and device.id = given.device_id
    for key share of rule, device
    on conflict (tenant_id, device_id, rule_id, part) do update set since = excluded.since, level = excluded.level`;
}

function relevelAlarms(
  rows: readonly (OwnedEntry & { readonly to: NonNullable<Entry['relevelled']> })[],
  now: number,
): RawBuilder<AlarmKey> {
  return sql<AlarmKey>`
    update alarm set value = given.value, threshold = given.threshold,
      ${setLevel(sql`given.level`, new Date(now))}
    from unnest(${keysOf(rows)}, ${words(rows.map(({ to }) => to.level))},
                ${figures(rows.map(({ to }) => to.value))}, ${figures(rows.map(({ to }) => to.threshold))})
      as given (tenant_id, device_id, rule_id, part, level, value, threshold)
    where alarm.tenant_id = given.tenant_id and coalesce(alarm.device_id, alarm.site_id) = given.device_id
      and alarm.rule_id = given.rule_id and alarm.part = coalesce(given.part, '') and alarm.cleared_at is null
    returning alarm.tenant_id as tenant, alarm.id`;
}
