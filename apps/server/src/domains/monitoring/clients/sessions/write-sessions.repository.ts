import { kindOfTerminal } from '@airloom/contract/clients/client-kinds';
import { plainText } from '@airloom/device-protocol/storable-text';
import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { SESSION_MAX_MS, type Session } from './session.ts';
import type { OwnedSession } from './sessions.repository.ts';

const LASTED_MAX_SECONDS = SESSION_MAX_MS / 1000;
/** Largest total client time per reporting device that is spread over hours at once; beyond it, only the latest part. */
const SPREAD_MAX_SECONDS = 5_000 * 3_600;

export const TEXT_MAX = 128;

/** Makes reported texts storable. */
function texts(values: readonly string[]): string {
  return joinTexts(values.map((value) => plainText(value, TEXT_MAX)));
}

export function smallint(value: number | null): number | 'NULL' {
  return value === null ? 'NULL' : Math.min(32_767, Math.max(-32_768, Math.round(value)));
}

export function bigint(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value)));
}

/** Share of a sum in an hour; the borders are rounded, so that the hours add up to the sum. */
function shareOf(column: string) {
  const sum = sql.ref(column);
  return sql`sum(round((${sum} * share_to)::numeric) - round((${sum} * share_from)::numeric))`;
}

/**
 * Writes the current state of sessions. Traffic since the last write is computed from the stored row and spread over its
 * hours, so repeated writes count once.
 */
export async function writeSessions(tx: Transaction, all: readonly OwnedSession[]): Promise<void> {
  const rows = all.toSorted((one, other) => (one.session.id < other.session.id ? -1 : 1));
  const sessions = rows.map(({ session }) => session);
  const cells = (value: (session: Session) => number | string) => arrayLiteral(sessions.map(value));
  const words = (value: (session: Session) => string) => texts(sessions.map(value));
  await tx.run(sql`
    with given as (
      select tenant_id, id, device_id, reportedBy, site_id, visit_id, to_timestamp(started / 1000.0) as started_at,
             to_timestamp(ended / 1000.0) as ended_at, to_timestamp(seen / 1000.0) as last_seen_at,
             counter_rx, counter_tx, rx, tx, counter_packets, counter_retries, packets, retries, signal_last,
             signal_min, signal_sum, signal_samples, channel, band, end_reason, coalesce(mac, '') as mac, coalesce(ssid, '') as ssid, coalesce(port, '') as port,
             coalesce(ip, '') as ip, coalesce(hostname, '') as hostname
      from unnest(
        ${arrayLiteral(rows.map(({ owner }) => owner.tenant))}::uuid[], ${cells(({ id }) => id)}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.deviceId))}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.reportedBy ?? owner.deviceId))}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.siteId ?? 'NULL'))}::uuid[],
        ${arrayLiteral(rows.map(({ visitId }) => visitId))}::uuid[],
        ${cells(({ startedAt }) => startedAt)}::bigint[], ${cells(({ endedAt }) => endedAt ?? 'NULL')}::bigint[],
        ${cells(({ lastSeenAt }) => lastSeenAt)}::bigint[],
        ${cells(({ counterRx }) => bigint(counterRx))}::bigint[],
        ${cells(({ counterTx }) => bigint(counterTx))}::bigint[],
        ${cells(({ rx }) => bigint(rx))}::bigint[], ${cells(({ tx: sent }) => bigint(sent))}::bigint[],
        ${cells(({ counterPackets }) => bigint(counterPackets))}::bigint[],
        ${cells(({ counterRetries }) => bigint(counterRetries))}::bigint[],
        ${cells(({ packets }) => bigint(packets))}::bigint[], ${cells(({ retries }) => bigint(retries))}::bigint[],
        ${cells(({ signalLast }) => smallint(signalLast))}::smallint[],
        ${cells(({ signalMin }) => smallint(signalMin))}::smallint[],
        ${cells(({ signalSum }) => Math.round(signalSum))}::int[],
        ${cells(({ signalSamples }) => signalSamples)}::int[],
        ${cells(({ channel }) => smallint(channel))}::smallint[], ${cells(({ band }) => band ?? 'NULL')}::text[],
        ${cells(({ endReason }) => endReason ?? 'NULL')}::text[],
        string_to_array(${words(({ mac }) => mac)}, chr(30)), string_to_array(${words(({ ssid }) => ssid)}, chr(30)),
        string_to_array(${words(({ port }) => port)}, chr(30)), string_to_array(${words(({ ip }) => ip)}, chr(30)),
        string_to_array(${words(({ hostname }) => hostname)}, chr(30))
      ) as given (tenant_id, id, device_id, reportedBy, site_id, visit_id, started, ended, seen, counter_rx, counter_tx, rx, tx,
                  counter_packets, counter_retries, packets, retries, signal_last, signal_min, signal_sum, signal_samples, channel, band, end_reason, mac, ssid, port,
                  ip, hostname)
    ),
    written as (
      insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at,
        last_seen_at, counter_rx, counter_tx, rx_bytes, tx_bytes, counter_packets, counter_retries, packets,
        retries, signal_last, signal_min, signal_sum,
        signal_samples, channel, band, ssid, port, ip, hostname, end_reason)
      select tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at, last_seen_at, counter_rx,
        counter_tx, rx, tx, counter_packets, counter_retries, packets, retries, signal_last, signal_min,
        signal_sum, signal_samples, channel, band, ssid, port, ip, hostname, end_reason
      from given
      on conflict (tenant_id, id) do update set device_id = excluded.device_id,
        ended_at = excluded.ended_at, end_reason = excluded.end_reason,
        last_seen_at = greatest(terminal_session.last_seen_at, excluded.last_seen_at),
        counter_rx = excluded.counter_rx, counter_tx = excluded.counter_tx,
        rx_bytes = greatest(terminal_session.rx_bytes, excluded.rx_bytes),
        tx_bytes = greatest(terminal_session.tx_bytes, excluded.tx_bytes),
        counter_packets = excluded.counter_packets, counter_retries = excluded.counter_retries,
        packets = greatest(terminal_session.packets, excluded.packets),
        retries = greatest(terminal_session.retries, excluded.retries),
        signal_last = excluded.signal_last, signal_min = excluded.signal_min, signal_sum = excluded.signal_sum,
        signal_samples = excluded.signal_samples, channel = excluded.channel, band = excluded.band,
        ssid = excluded.ssid, port = excluded.port, ip = excluded.ip, hostname = excluded.hostname
    ),
    counted as (
      select given.tenant_id, given.device_id, given.reportedBy, given.mac, given.site_id, given.ssid, given.band,
             greatest(given.rx - coalesce(before.rx_bytes, 0), 0) as rx,
             greatest(given.tx - coalesce(before.tx_bytes, 0), 0) as tx,
             greatest(given.packets - coalesce(before.packets, 0), 0) as packets,
             greatest(given.retries - coalesce(before.retries, 0), 0) as retries,
             case when given.signal_samples > coalesce(before.signal_samples, 0)
                  then (given.signal_sum - coalesce(before.signal_sum, 0))::float8
                       / (given.signal_samples - coalesce(before.signal_samples, 0)) end as signal,
             extract(epoch from coalesce(before.last_seen_at, given.started_at))::float8 as since,
             extract(epoch from greatest(given.last_seen_at, before.last_seen_at, given.started_at))::float8 as until
      from given left join lateral (
        select rx_bytes, tx_bytes, packets, retries, signal_sum, signal_samples, last_seen_at from terminal_session
        where tenant_id = given.tenant_id and id = given.id for update
      ) before on true
    ),
    lasted as (
      select *, least(until - since, ${LASTED_MAX_SECONDS}::float8) as span from counted
    ),
    passed as (
      select lasted.*, until - span * least(1, ${SPREAD_MAX_SECONDS}::float8 /
               greatest(1, sum(span) over (partition by tenant_id, reportedBy))) as passed_since
      from lasted
    ),
    spread as (
      select tenant_id, mac, site_id, device_id, ssid, band, hour, rx, tx, packets, retries, signal,
             (least(until, hour + 3600) - greatest(passed_since, hour)) as seconds,
             case when until > passed_since
                  then (greatest(passed_since, hour) - passed_since) / (until - passed_since) else 0 end as share_from,
             case when until > passed_since
                  then (least(until, hour + 3600) - passed_since) / (until - passed_since) else 1 end as share_to
      from passed cross join lateral
        generate_series(floor(passed_since / 3600)::bigint, floor(until / 3600)::bigint) number
        cross join lateral (select number * 3600.0::float8 as hour) own
    ),
    hours as (
      insert into terminal_1h (tenant_id, mac, hour, site_id, device_id, ssid, band, rx_bytes, tx_bytes, packets,
        retries, signal_sum, heard_seconds, seconds)
      select tenant_id, mac, to_timestamp(hour), site_id, device_id, ssid, band,
             ${shareOf('rx')}::bigint, ${shareOf('tx')}::bigint, ${shareOf('packets')}::bigint,
             ${shareOf('retries')}::bigint, coalesce(sum(signal * seconds), 0)::real,
             coalesce(sum(seconds) filter (where signal is not null), 0)::real, sum(seconds)::real
      from spread group by tenant_id, mac, hour, site_id, device_id, ssid, band
      having sum(seconds) > 0 or sum(rx + tx) > 0
      order by tenant_id, mac, hour, site_id, device_id, ssid, band
      on conflict on constraint terminal_1h_key do update
        set rx_bytes = terminal_1h.rx_bytes + excluded.rx_bytes,
            tx_bytes = terminal_1h.tx_bytes + excluded.tx_bytes,
            packets = terminal_1h.packets + excluded.packets,
            retries = terminal_1h.retries + excluded.retries,
            signal_sum = terminal_1h.signal_sum + excluded.signal_sum,
            heard_seconds = terminal_1h.heard_seconds + excluded.heard_seconds,
            seconds = terminal_1h.seconds + excluded.seconds
      returning tenant_id, site_id, hour
    )
    insert into wifi_rollup_due (tenant_id, site_id, hour)
    select distinct tenant_id, site_id, hour from hours where site_id is not null order by 1, 2, 3
    on conflict (tenant_id, site_id, hour) do update set hour = excluded.hour where false`);
}

/** Minimum interval between updates of the last-seen time of a client. */
const SEEN_EVERY = sql`interval '1 hour'`;

/** Stores the clients and their host names. */
export async function storeTerminals(tx: Transaction, rows: readonly OwnedSession[]): Promise<void> {
  const newest = new Map<string, OwnedSession>();
  for (const row of rows) {
    const key = `${row.owner.tenant} ${row.session.mac}`;
    const known = newest.get(key);
    if (known === undefined || known.session.lastSeenAt <= row.session.lastSeenAt) newest.set(key, row);
  }
  const own = [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const sessions = own.map(({ session }) => session);
  await tx.run(sql`
    insert into terminal (tenant_id, mac, hostname, kind, first_seen_at, last_seen_at)
    select tenant_id, coalesce(mac, ''), coalesce(hostname, ''), kind, to_timestamp(started / 1000.0),
           to_timestamp(seen / 1000.0)
    from unnest(
      ${arrayLiteral(own.map(({ owner }) => owner.tenant))}::uuid[],
      string_to_array(${texts(sessions.map(({ mac }) => mac))}, chr(30)),
      string_to_array(${texts(sessions.map(({ hostname }) => hostname))}, chr(30)),
      ${arrayLiteral(sessions.map(({ hostname }) => kindOfTerminal(hostname)))}::text[],
      ${arrayLiteral(sessions.map(({ startedAt }) => startedAt))}::bigint[],
      ${arrayLiteral(sessions.map(({ lastSeenAt }) => lastSeenAt))}::bigint[]
    ) as given (tenant_id, mac, hostname, kind, started, seen)
    on conflict (tenant_id, mac) do update set
      hostname = case when excluded.hostname = '' then terminal.hostname else excluded.hostname end,
      kind = case when excluded.hostname = '' then terminal.kind else excluded.kind end,
      first_seen_at = least(terminal.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(terminal.last_seen_at, excluded.last_seen_at)
    where excluded.hostname not in ('', terminal.hostname)
      or excluded.first_seen_at < terminal.first_seen_at
      or excluded.last_seen_at > terminal.last_seen_at + ${SEEN_EVERY}`);
}
