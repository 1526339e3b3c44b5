import type { EndReason } from '@airloom/contract/terminals/terminals.model';
import { END_REASONS } from '@airloom/contract/terminals/terminals.model';
import type { Report } from '@airloom/device-protocol/model';
import { type Selectable, sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../platform/database/array-literal.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { TerminalTables } from '../../platform/database/terminal-tables.ts';
import { LASTED_MAX_MS, type Session } from './folding.ts';
import { type KnownStay, ROAMING_MS } from './roaming.ts';

type Row = Selectable<TerminalTables['terminal_session']>;

/** Whose client it is. */
export interface Owner {
  readonly tenant: string;
  readonly deviceId: string;
  readonly siteId: string | null;
}

export interface OwnedSession {
  readonly owner: Owner;
  readonly session: Session;
  readonly visitId: string;
}

const OPEN_MAX = 4_096;
const CUT_MAX = 512;
const CUT_DAYS = 35;
const PAST_MAX = 20;
const LASTED_MAX_SECONDS = LASTED_MAX_MS / 1000;
/** So much time of one device's clients is spread over hours at once; of more, the latest part of each. */
const SPREAD_MAX_SECONDS = 5_000 * 3_600;

function endReasonOf(text: string | null): EndReason | null {
  return END_REASONS.find((reason) => reason === text) ?? null;
}

function sessionOf(row: Row): Session {
  return {
    id: row.id,
    mac: row.mac,
    startedAt: row.started_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    endReason: endReasonOf(row.end_reason),
    counterRx: Number(row.counter_rx),
    counterTx: Number(row.counter_tx),
    rx: Number(row.rx_bytes),
    tx: Number(row.tx_bytes),
    ssid: row.ssid,
    band: row.band,
    channel: row.channel,
    port: row.port,
    ip: row.ip,
    hostname: row.hostname,
    signalLast: row.signal_last,
    signalMin: row.signal_min,
    signalSum: row.signal_sum,
    signalSamples: row.signal_samples,
  };
}

function given(owners: readonly Owner[]) {
  return sql`unnest(${arrayLiteral(owners.map(({ tenant }) => tenant))}::uuid[],
                    ${arrayLiteral(owners.map(({ deviceId }) => deviceId))}::uuid[]) as given (tenant, device)`;
}

export interface Loaded {
  readonly sessions: Map<string, Session[]>;
  /** The newest report of each device, which says more than its sessions had written. */
  readonly reports: Map<string, { readonly at: number; readonly report: Report }>;
}

/** What is known of these devices' clients: their open sessions, and those cut off that may go on. */
export async function loadClients(tx: Transaction, owners: readonly Owner[], now: Date): Promise<Loaded> {
  const since = new Date(now.getTime() - CUT_DAYS * 86_400_000);
  const [rows, last] = await Promise.all([
    tx.all(sql<Row>`
      select session.* from ${given(owners)} cross join lateral (
        (select * from terminal_session
         where tenant_id = given.tenant and device_id = given.device and ended_at is null limit ${OPEN_MAX})
        union all
        (select * from terminal_session
         where tenant_id = given.tenant and device_id = given.device
           and end_reason in ('deviceOffline', 'silent') and ended_at >= ${since}
         order by ended_at desc limit ${CUT_MAX})
      ) session`),
    tx.all(sql<{ device_id: string; ts: Date; report: string }>`
      select last.* from ${given(owners)} cross join lateral (
        select device_id, ts, report from device_last_report
        where tenant_id = given.tenant and device_id = given.device
      ) last`),
  ]);
  const sessions = Map.groupBy(rows, (row) => row.device_id);
  return {
    sessions: new Map([...sessions].map(([device, own]) => [device, own.map(sessionOf)])),
    reports: new Map(
      last.map(({ device_id: device, ts, report }) => {
        const parsed: Report = JSON.parse(report);
        return [device, { at: ts.getTime(), report: parsed }];
      }),
    ),
  };
}

export interface Question {
  readonly owner: Owner;
  readonly mac: string;
  readonly at: number;
}

/** Sessions of clients that something said late may belong to, by device. */
export async function pastSessions(
  tx: Transaction,
  questions: readonly Question[],
): Promise<Map<string, Session[]>> {
  const rows = await tx.all(sql<Row>`
    select distinct on (session.tenant_id, session.id) session.*
    from unnest(${arrayLiteral(questions.map(({ owner }) => owner.tenant))}::uuid[],
                ${arrayLiteral(questions.map(({ owner }) => owner.deviceId))}::uuid[],
                string_to_array(${joinTexts(questions.map(({ mac }) => mac))}, chr(30)),
                ${arrayLiteral(questions.map(({ at }) => at))}::bigint[]) as given (tenant, device, mac, ms)
    cross join lateral (
      select * from terminal_session
      where tenant_id = given.tenant and mac = given.mac and device_id = given.device
        and started_at <= to_timestamp(given.ms / 1000.0) + interval '1 minute'
      order by started_at desc limit ${PAST_MAX}
    ) session`);
  const byDevice = Map.groupBy(rows, (row) => row.device_id);
  return new Map([...byDevice].map(([device, own]) => [device, own.map(sessionOf)]));
}

/** Other sessions of these clients that theirs may go on from. */
export async function staysAround(tx: Transaction, fresh: readonly OwnedSession[]): Promise<KnownStay[]> {
  const rows = await tx.all(sql<Row>`
    select distinct on (session.tenant_id, session.id) session.*
    from unnest(${arrayLiteral(fresh.map(({ owner }) => owner.tenant))}::uuid[],
                string_to_array(${joinTexts(fresh.map(({ session }) => session.mac))}, chr(30)),
                ${arrayLiteral(fresh.map(({ session }) => session.endedAt ?? session.lastSeenAt))}::bigint[])
      as given (tenant, mac, ms)
    cross join lateral (
      select * from terminal_session
      where tenant_id = given.tenant and mac = given.mac
        and started_at <= to_timestamp((given.ms + ${ROAMING_MS}) / 1000.0)
      order by started_at desc limit ${PAST_MAX}
    ) session`);
  return rows.map((row) => ({
    mac: row.mac,
    siteId: row.site_id,
    ssid: row.ssid,
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    visitId: row.visit_id,
  }));
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f]/g;
const TEXT_MAX = 128;

/** Whatever a device puts into a name, the column takes it. */
function texts(values: readonly string[]): string {
  return joinTexts(values.map((value) => value.slice(0, TEXT_MAX).replaceAll(CONTROL, ' ').toWellFormed()));
}

function smallint(value: number | null): number | 'NULL' {
  return value === null ? 'NULL' : Math.min(32_767, Math.max(-32_768, Math.round(value)));
}

function bigint(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value)));
}

/**
 * Writes sessions as they stand now. What was passed since they were last written is taken from what stands in
 * the very row, and spread over the hours it was passed in: however often the same is written, it counts once.
 */
export async function writeSessions(tx: Transaction, all: readonly OwnedSession[]): Promise<void> {
  const rows = all.toSorted((one, other) => (one.session.id < other.session.id ? -1 : 1));
  const sessions = rows.map(({ session }) => session);
  const cells = (value: (session: Session) => number | string) => arrayLiteral(sessions.map(value));
  const words = (value: (session: Session) => string) => texts(sessions.map(value));
  await tx.run(sql`
    with given as (
      select tenant_id, id, device_id, site_id, visit_id, to_timestamp(started / 1000.0) as started_at,
             to_timestamp(ended / 1000.0) as ended_at, to_timestamp(seen / 1000.0) as last_seen_at,
             counter_rx, counter_tx, rx, tx, signal_last, signal_min, signal_sum, signal_samples, channel, band,
             end_reason, coalesce(mac, '') as mac, coalesce(ssid, '') as ssid, coalesce(port, '') as port,
             coalesce(ip, '') as ip, coalesce(hostname, '') as hostname
      from unnest(
        ${arrayLiteral(rows.map(({ owner }) => owner.tenant))}::uuid[], ${cells(({ id }) => id)}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.deviceId))}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.siteId ?? 'NULL'))}::uuid[],
        ${arrayLiteral(rows.map(({ visitId }) => visitId))}::uuid[],
        ${cells(({ startedAt }) => startedAt)}::bigint[], ${cells(({ endedAt }) => endedAt ?? 'NULL')}::bigint[],
        ${cells(({ lastSeenAt }) => lastSeenAt)}::bigint[],
        ${cells(({ counterRx }) => bigint(counterRx))}::bigint[],
        ${cells(({ counterTx }) => bigint(counterTx))}::bigint[],
        ${cells(({ rx }) => bigint(rx))}::bigint[], ${cells(({ tx: sent }) => bigint(sent))}::bigint[],
        ${cells(({ signalLast }) => smallint(signalLast))}::smallint[],
        ${cells(({ signalMin }) => smallint(signalMin))}::smallint[],
        ${cells(({ signalSum }) => Math.round(signalSum))}::int[],
        ${cells(({ signalSamples }) => signalSamples)}::int[],
        ${cells(({ channel }) => smallint(channel))}::smallint[], ${cells(({ band }) => band ?? 'NULL')}::text[],
        ${cells(({ endReason }) => endReason ?? 'NULL')}::text[],
        string_to_array(${words(({ mac }) => mac)}, chr(30)), string_to_array(${words(({ ssid }) => ssid)}, chr(30)),
        string_to_array(${words(({ port }) => port)}, chr(30)), string_to_array(${words(({ ip }) => ip)}, chr(30)),
        string_to_array(${words(({ hostname }) => hostname)}, chr(30))
      ) as given (tenant_id, id, device_id, site_id, visit_id, started, ended, seen, counter_rx, counter_tx, rx, tx,
                  signal_last, signal_min, signal_sum, signal_samples, channel, band, end_reason, mac, ssid, port,
                  ip, hostname)
    ),
    written as (
      insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at,
        last_seen_at, counter_rx, counter_tx, rx_bytes, tx_bytes, signal_last, signal_min, signal_sum,
        signal_samples, channel, band, ssid, port, ip, hostname, end_reason)
      select tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at, last_seen_at, counter_rx,
        counter_tx, rx, tx, signal_last, signal_min, signal_sum, signal_samples, channel, band, ssid, port, ip,
        hostname, end_reason
      from given
      on conflict (tenant_id, id) do update set
        ended_at = excluded.ended_at, end_reason = excluded.end_reason,
        last_seen_at = greatest(terminal_session.last_seen_at, excluded.last_seen_at),
        counter_rx = excluded.counter_rx, counter_tx = excluded.counter_tx,
        rx_bytes = greatest(terminal_session.rx_bytes, excluded.rx_bytes),
        tx_bytes = greatest(terminal_session.tx_bytes, excluded.tx_bytes),
        signal_last = excluded.signal_last, signal_min = excluded.signal_min, signal_sum = excluded.signal_sum,
        signal_samples = excluded.signal_samples, channel = excluded.channel, band = excluded.band,
        ssid = excluded.ssid, port = excluded.port, ip = excluded.ip, hostname = excluded.hostname
    ),
    counted as (
      select given.tenant_id, given.device_id, given.mac, given.site_id,
             greatest(given.rx - coalesce(before.rx_bytes, 0), 0) as rx,
             greatest(given.tx - coalesce(before.tx_bytes, 0), 0) as tx,
             extract(epoch from coalesce(before.last_seen_at, given.started_at))::float8 as since,
             extract(epoch from greatest(given.last_seen_at, before.last_seen_at, given.started_at))::float8 as until
      from given left join lateral (
        select rx_bytes, tx_bytes, last_seen_at from terminal_session
        where tenant_id = given.tenant_id and id = given.id for update
      ) before on true
    ),
    lasted as (
      select *, least(until - since, ${LASTED_MAX_SECONDS}::float8) as span from counted
    ),
    passed as (
      select tenant_id, mac, site_id, rx, tx, until, until - span * least(1, ${SPREAD_MAX_SECONDS}::float8 /
               greatest(1, sum(span) over (partition by tenant_id, device_id))) as since
      from lasted
    ),
    spread as (
      select tenant_id, mac, site_id, hour, rx, tx,
             (least(until, hour + 3600) - greatest(since, hour)) as seconds,
             case when until > since then (greatest(since, hour) - since) / (until - since) else 0 end as share_from,
             case when until > since then (least(until, hour + 3600) - since) / (until - since) else 1 end as share_to
      from passed cross join lateral
        generate_series(floor(since / 3600)::bigint, floor(until / 3600)::bigint) number
        cross join lateral (select number * 3600.0::float8 as hour) own
    )
    insert into terminal_1h (tenant_id, mac, hour, site_id, rx_bytes, tx_bytes, seconds)
    select tenant_id, mac, to_timestamp(hour), site_id,
           sum(round((rx * share_to)::numeric) - round((rx * share_from)::numeric))::bigint,
           sum(round((tx * share_to)::numeric) - round((tx * share_from)::numeric))::bigint,
           sum(seconds)::real
    from spread group by tenant_id, mac, hour, site_id
    having sum(seconds) > 0 or sum(rx + tx) > 0
    order by tenant_id, mac, hour, site_id
    on conflict (tenant_id, mac, hour, site_id) do update
      set rx_bytes = terminal_1h.rx_bytes + excluded.rx_bytes,
          tx_bytes = terminal_1h.tx_bytes + excluded.tx_bytes,
          seconds = terminal_1h.seconds + excluded.seconds`);
}

/** Devices with clients that nothing was heard of since `until`. */
export function silentOwners(tx: Transaction, until: Date, atMost: number): Promise<Owner[]> {
  return tx.all(sql<Owner>`
    select distinct tenant_id as tenant, device_id as "deviceId", site_id as "siteId" from terminal_session
    where ended_at is null and last_seen_at < ${until} limit ${atMost}`);
}

/** Those of these devices that are gone, and since when. */
export function goneDevices(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<(Owner & { at: Date })[]> {
  return tx.all(sql<Owner & { at: Date }>`
    select tenant_id as tenant, id as "deviceId", site_id as "siteId", offline_at as at from device
    where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[]) and status <> 'online' and offline_at is not null`);
}

/** Removes some sessions older than `until`; tells how many. */
export function trimSessions(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with old as (
      select session.tenant_id, session.id from account cross join lateral (
        select tenant_id, id from terminal_session
        where tenant_id = account.id and started_at < ${until} and ended_at < ${until} limit ${atMost}
      ) session
      limit ${atMost}
    )
    delete from terminal_session using old
    where terminal_session.tenant_id = old.tenant_id and terminal_session.id = old.id`);
}

export function trimHours(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from terminal_1h where ctid = any(array(
      select ctid from terminal_1h where hour < ${until} limit ${atMost}))`);
}

/** Removes some of what is left of an account that is gone; tells how many rows. */
export function forgetTenant(
  tx: Transaction,
  table: 'terminal_session' | 'terminal_1h',
  tenant: string,
  atMost: number,
): Promise<number> {
  return tx.run(sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where tenant_id = ${tenant} limit ${atMost}))`);
}
