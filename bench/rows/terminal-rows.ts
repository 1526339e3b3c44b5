import {
  clientOf,
  radioOf,
  reportOf,
} from '../../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import type { BenchDatabase } from '../support/database.ts';

/** Clients per device, all in its last report. */
const TERMINALS_EACH = 10;
/** Ended sessions per active session. */
const PAST_EACH = 4;
const MAC = `'02:' || regexp_replace(lpad(to_hex(t.n), 10, '0'), '(..)(?=.)', '\\1:', 'g')`;

/** Inserts clients with past sessions at the access points of an account, and their reports. */
export async function fillWithTerminals(
  { owner }: BenchDatabase,
  tenant: string,
  terminals: number,
): Promise<void> {
  await owner.query(
    `create temporary table bench_terminal as
     with ap as (select id, site_id, row_number() over (order by id) - 1 as turn from device
                 where tenant_id = $1 and kind = 'ap')
     select t.n, ${MAC} as mac, ap.id as device_id, ap.site_id
     from generate_series(0, $2::int - 1) as t (n)
     join ap on ap.turn = t.n / ${TERMINALS_EACH} % (select count(*) from ap)`,
    [tenant, terminals],
  );
  await owner.query(
    `insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at,
       end_reason, last_seen_at, counter_rx, counter_tx, rx_bytes, tx_bytes, signal_last, signal_min, signal_sum,
       signal_samples, channel, band, ssid, port, ip, hostname)
     select $1, gen_random_uuid(), device_id, site_id, gen_random_uuid(), mac,
       now() - (past + 1) * interval '5 hours' + n % 10000 * interval '1 second',
       case when past > 0 then now() - past * interval '5 hours' end, case when past > 0 then 'left' end, now(),
       0, 0, n * 1000::bigint, n * 7000::bigint, -40 - n % 50, -90, -60, 1, 36,
       case when n % 3 = 0 then '2G' else '5G' end, case when n % 5 = 0 then 'Guests' else 'Office' end, '',
       concat_ws('.', 10, n >> 16, (n >> 8) & 255, n & 255), 'host-' || substr(md5(n::text), 1, 8)
     from bench_terminal cross join generate_series(${PAST_EACH}, 0, -1) as past`,
    [tenant],
  );
  await owner.query(
    `insert into terminal (tenant_id, mac, hostname, kind, name, first_seen_at, last_seen_at)
     select $1, mac, 'host-' || substr(md5(n::text), 1, 8), 'computer',
       case when n % 50 = 0 then 'Terminal ' || n else '' end, now() - interval '30 days', now()
     from bench_terminal`,
    [tenant],
  );
  await owner.query(
    `insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel, port,
       signal, rx_bytes, tx_bytes, last_seen_at, is_open)
     select tenant_id, mac, site_id, 'ap', device_id, ip, hostname, ssid, band, channel, port, signal_last, rx_bytes,
       tx_bytes, started_at, true
     from terminal_session where tenant_id = $1 and ended_at is null`,
    [tenant],
  );
  const report = JSON.stringify(reportOf({ radios: [radioOf(0), radioOf(1)], clients: [] }));
  const client = JSON.stringify(clientOf('', 600, 1_000));
  await owner.query(
    `update device_last_report set report = latest.report from (
       select device_id, jsonb_set($2::jsonb, '{clients}', jsonb_agg($3::jsonb || jsonb_build_object('mac', mac)))::text
         as report
       from bench_terminal group by device_id
     ) latest
     where tenant_id = $1 and device_last_report.device_id = latest.device_id`,
    [tenant, report, client],
  );
  await owner.query(
    `update device_last set network_clients = used.clients from (
       select device_id, jsonb_object_agg(ssid, clients) as clients
       from (select device_id, ssid, count(*) as clients from terminal_session
             where tenant_id = $1 and ended_at is null group by device_id, ssid) counted
       group by device_id
     ) used
     where tenant_id = $1 and device_last.device_id = used.device_id`,
    [tenant],
  );
  await owner.query('drop table bench_terminal');
}

/** Inserts clients that were seen within the last month, with random addresses. */
export async function fillWithKnownClients(
  { owner }: BenchDatabase,
  tenant: string,
  clients: number,
): Promise<void> {
  // Built afterwards, which takes a fraction of the time.
  const { rows } = await owner.query<{ made: string }>(
    "select pg_get_indexdef('known_terminal_search'::regclass) as made",
  );
  await owner.query('drop index known_terminal_search');
  await owner.query(
    `insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel, port,
       signal, rx_bytes, tx_bytes, last_seen_at, is_open)
     with ap as (select id, site_id, row_number() over (order by id) - 1 as turn from device
                 where tenant_id = $1 and kind = 'ap')
     select $1, regexp_replace(substr(md5('mac' || n), 1, 12), '(..)(?=.)', '\\1:', 'g'), ap.site_id, 'ap', ap.id,
       concat_ws('.', 10, n >> 16, (n >> 8) & 255, n & 255), 'host-' || substr(md5(n::text), 1, 8), 'Office', '5G', 36, '',
       -60, n, n * 7::bigint, now() - interval '1 hour' - n * interval '2 seconds', false
     from generate_series(1, $2::int) as n
     join ap on ap.turn = n % (select count(*) from ap)
     on conflict do nothing`,
    [tenant, clients],
  );
  await owner.query(
    `insert into terminal (tenant_id, mac, hostname, kind, name, first_seen_at, last_seen_at)
     select tenant_id, mac, hostname, 'computer', '', last_seen_at, last_seen_at from known_terminal where tenant_id = $1
     on conflict do nothing`,
    [tenant],
  );
  await owner.query(rows[0]?.made ?? '');
}
