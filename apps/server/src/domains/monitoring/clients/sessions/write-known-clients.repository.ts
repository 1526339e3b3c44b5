import { plainText } from '@airloom/device-protocol/storable-text';
import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { latestAt } from '../../telemetry/index.ts';
import type { Session } from './session.ts';
import type { OwnedSession } from './sessions.repository.ts';
import { bigint, smallint, TEXT_MAX } from './write-sessions.repository.ts';

/** Rows of connected clients that did not change otherwise are written this often. */
const SEEN_EVERY = sql`interval '1 hour'`;

/**
 * Stores where clients were seen last. A session that is not newer than the stored row changes nothing, except that a row
 * in the future was written before the clock was set back.
 */
export async function storeKnownClients(
  tx: Transaction,
  rows: readonly OwnedSession[],
  now: number,
): Promise<void> {
  const sessions = rows.map(({ session }) => session);
  const cells = (value: (session: Session) => number | string) => arrayLiteral(sessions.map(value));
  const texts = (value: (session: Session) => string) =>
    joinTexts(sessions.map((session) => plainText(value(session), TEXT_MAX)));
  const latest = new Date(latestAt(now));
  await tx.run(sql`
    with given as (
      select distinct on (given.tenant_id, given.mac, given.site_id, device.kind)
        given.tenant_id, coalesce(given.mac, '') as mac, given.site_id, device.kind as device_kind, given.device_id,
        coalesce(given.ip, '') as ip, coalesce(given.hostname, '') as hostname, coalesce(given.ssid, '') as ssid,
        given.band, given.channel, coalesce(given.port, '') as port, given.signal, given.rx_bytes, given.tx_bytes,
        given.is_open = 1 as is_open, to_timestamp(given.seen / 1000.0) as last_seen_at
      from unnest(
        ${arrayLiteral(rows.map(({ owner }) => owner.tenant))}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.siteId ?? 'NULL'))}::uuid[],
        ${arrayLiteral(rows.map(({ owner }) => owner.deviceId))}::uuid[],
        ${cells(({ band }) => band ?? 'NULL')}::text[], ${cells(({ channel }) => smallint(channel))}::smallint[],
        ${cells(({ signalLast }) => smallint(signalLast))}::smallint[],
        ${cells(({ rx }) => bigint(rx))}::bigint[], ${cells(({ tx: sent }) => bigint(sent))}::bigint[],
        ${cells(({ endedAt }) => (endedAt === null ? 1 : 0))}::int[],
        ${cells(({ lastSeenAt }) => lastSeenAt)}::bigint[],
        string_to_array(${texts(({ mac }) => mac)}, chr(30)), string_to_array(${texts(({ ip }) => ip)}, chr(30)),
        string_to_array(${texts(({ hostname }) => hostname)}, chr(30)),
        string_to_array(${texts(({ ssid }) => ssid)}, chr(30)), string_to_array(${texts(({ port }) => port)}, chr(30))
      ) as given (tenant_id, site_id, device_id, band, channel, signal, rx_bytes, tx_bytes, is_open, seen, mac, ip,
                  hostname, ssid, port)
      join device on device.tenant_id = given.tenant_id and device.id = given.device_id
      order by given.tenant_id, given.mac, given.site_id, device.kind, given.seen desc, given.is_open desc
    )
    insert into known_terminal as known (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band,
      channel, port, signal, rx_bytes, tx_bytes, last_seen_at, is_open)
    select tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel, port, signal, rx_bytes,
      tx_bytes, last_seen_at, is_open
    from given
    on conflict (tenant_id, mac, site_id, device_kind) do update set
      device_id = excluded.device_id,
      ip = case when excluded.ip = '' then known.ip else excluded.ip end,
      hostname = case when excluded.hostname = '' then known.hostname else excluded.hostname end,
      ssid = excluded.ssid, band = excluded.band, channel = excluded.channel, port = excluded.port,
      signal = excluded.signal, rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes,
      last_seen_at = excluded.last_seen_at, is_open = excluded.is_open
    where known.last_seen_at > ${latest}
      or excluded.last_seen_at >= known.last_seen_at and (
        excluded.last_seen_at > known.last_seen_at + ${SEEN_EVERY}
        or excluded.is_open <> known.is_open or excluded.device_id <> known.device_id or excluded.ip not in ('', known.ip)
        or excluded.hostname not in ('', known.hostname) or excluded.ssid <> known.ssid
        or excluded.band is distinct from known.band or excluded.port <> known.port)`);
}
