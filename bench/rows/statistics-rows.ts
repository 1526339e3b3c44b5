import type { BenchDatabase } from '../support/database.ts';

export const PER_SITE = 25;
export const DAYS = 30;
/** Days with hourly rollups of single devices and clients; older ranges are read from daily rollups. */
export const FINE_DAYS = 3;
const CLIENTS_PER_AP = 8;

const KIND = `case n % ${PER_SITE} when 0 then 'gateway' when 1 then 'switch' when 2 then 'switch'
  when 3 then 'switch' when 4 then 'switch' else 'ap' end`;
const ROLLED = `rx_bytes, tx_bytes, r0_rx_bytes, r0_tx_bytes, r1_rx_bytes, r1_tx_bytes, r2_rx_bytes, r2_tx_bytes,
  reports, seconds, cpu_avg, cpu_max, memory_avg, memory_max, temperature_max, power_avg, clients_avg, clients_max,
  r0_utilisation_avg, r0_utilisation_max, r0_noise_avg, r0_clients_max, r1_utilisation_avg, r1_utilisation_max,
  r1_noise_avg, r1_clients_max`;
const VALUES = `(random() * 1e9)::bigint, (random() * 1e8)::bigint, 1e6, 1e7, 1e6, 1e7, 0, 0, 60, 3600, 20, 60, 40, 50,
  55, 9, random() * 10, 12, random() * 60, 80, -92, 6, random() * 40, 70, -95, 6`;

/** Hours or days up to the current one. */
const times = (unit: 'hour' | 'day', back: number) =>
  `generate_series(date_trunc('${unit}', now(), 'UTC') - interval '${back} ${unit}s',
     date_trunc('${unit}', now(), 'UTC') - interval '1 ${unit}', interval '1 ${unit}') at`;

const MAC = `'02:' || regexp_replace(lpad(to_hex(client), 10, '0'), '(..)(?=.)', '\\1:', 'g')`;

/** Statements that insert devices and a month of their rollups. */
function statements(): string[] {
  return [
    `create temp table place as
       select id as site_id, row_number() over (order by name) - 1 as turn from site where tenant_id = $1`,
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name, model, version, status, first_online_at,
       online_at)
     select $1, gen_random_uuid(), site_id, ${KIND}, '02' || lpad(to_hex(n), 10, '0'), 'SN' || n, 'Device ' || n,
       'Model ' || n % 12, 'Version ' || n % 5, 'online', now() - interval '90 days', now() - interval '1 day'
     from generate_series(0, (select count(*) * ${PER_SITE} - 1 from place)) n join place on turn = n / ${PER_SITE}`,
    `create temp table ap as
       select id, site_id, row_number() over () - 1 as turn from device where tenant_id = $1 and kind = 'ap'`,
    `insert into device_away (tenant_id, device_id, began_at, ended_at)
     select tenant_id, id, began, began + random() * interval '1 hour' from device
     cross join generate_series(now() - interval '29 days', now() - interval '2 days', interval '3 days') at
     cross join lateral (select at + random() * interval '1 day' as began) own where tenant_id = $1`,
    `insert into device_1h (tenant_id, device_id, hour, ${ROLLED})
     select tenant_id, id, at, ${VALUES} from ${times('hour', FINE_DAYS * 24)} cross join device where tenant_id = $1`,
    `insert into device_1d (tenant_id, device_id, day, ${ROLLED})
     select tenant_id, id, at, ${VALUES} from ${times('day', DAYS)} cross join device where tenant_id = $1`,
    `insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
     select $1, site_id, at, (random() * 1e10)::bigint, (random() * 1e9)::bigint, random() * 100, 120, 1500
     from ${times('hour', DAYS * 24)} cross join place`,
    `insert into air_1h
     select $1, site_id, at, band, random() * 50000, 1200, -110000, 1200
     from ${times('hour', DAYS * 24)} cross join place cross join unnest('{2G,5G}'::text[]) band`,
    `insert into wifi_1h
     select $1, site_id, at, ssid, band, random() * 1e8, random() * 1e9, 1000000, random() * 100000, 90000, 20000,
       30000, 20000, 10000, 10000
     from ${times('hour', DAYS * 24)} cross join place cross join unnest('{2G,5G}'::text[]) band
     cross join unnest('{Office,Guests}'::text[]) ssid`,
    `insert into air_1d
     select tenant_id, site_id, day, band, sum(utilisation_sum), sum(utilisation_samples), sum(noise_sum),
       sum(noise_samples)
     from air_1h cross join lateral (select date_trunc('day', hour, 'UTC') as day) own group by 1, 2, 3, 4`,
    `insert into wifi_1d
     select tenant_id, site_id, day, ssid, band, sum(rx_bytes), sum(tx_bytes), sum(packets), sum(retries), sum(seconds),
       sum(excellent), sum(good), sum(fair), sum(weak), sum(bad)
     from wifi_1h cross join lateral (select date_trunc('day', hour, 'UTC') as day) own group by 1, 2, 3, 4, 5`,
    `insert into device_wifi_1h
     select $1, id, at, site_id, 50000, random() * 5000 from ${times('hour', FINE_DAYS * 24)} cross join ap`,
    `insert into device_wifi_1d (tenant_id, device_id, day, site_id, packets, retries)
     select $1, id, at, site_id, 1200000, random() * 120000 from ${times('day', DAYS)} cross join ap`,
    `create temp table client as
       select ${MAC} as mac, site_id, id as device_id, client
       from ap cross join lateral generate_series(turn * ${CLIENTS_PER_AP}, (turn + 1) * ${CLIENTS_PER_AP} - 1) client`,
    `insert into terminal (tenant_id, mac, hostname, kind, first_seen_at, last_seen_at)
     select $1, mac, 'client-' || client, (array['phone', 'computer', 'tablet', 'thing'])[1 + client % 4],
       now() - random() * interval '60 days', now() from client`,
    `insert into terminal_1d (tenant_id, site_id, day, mac, rx_bytes, tx_bytes, seconds)
     select $1, site_id, at, mac, random() * 1e8, random() * 1e9, random() * 40000
     from ${times('day', DAYS)} cross join client where (client + extract(day from at)) % 4 <> 0`,
    `insert into terminal_1w (tenant_id, site_id, week, mac, rx_bytes, tx_bytes, seconds, days)
     select tenant_id, site_id, week, mac, sum(rx_bytes), sum(tx_bytes), sum(seconds),
       bit_or(1 << (date_part('epoch', day - week) / 86400)::int)::smallint
     from terminal_1d cross join lateral (select date_bin('7 days', day, to_timestamp(0)) as week) own
     group by 1, 2, 3, 4`,
    `insert into terminal_1h (tenant_id, mac, hour, site_id, device_id, ssid, band, rx_bytes, tx_bytes, packets,
       retries, signal_sum, heard_seconds, seconds)
     select $1, mac, at, site_id, device_id, case when client % 3 = 0 then 'Guests' else 'Office' end,
       case when client % 2 = 0 then '2G' else '5G' end, random() * 1e7, random() * 1e8, 100000, 5000, -180000, 3000, 3000
     from ${times('hour', FINE_DAYS * 24 - 1)} cross join client where (client + extract(hour from at)) % 5 = 0`,
    `insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, last_seen_at,
       counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, band, ssid, port, ip, hostname)
     select $1, gen_random_uuid(), device_id, site_id, gen_random_uuid(), mac, now() - interval '1 hour', now(), 1, 1,
       1, 1, -60, 1, '5G', 'Office', '', '10.0.0.9', '' from client where client % 2 = 0`,
  ];
}

/** Reports of the previous and the current hour, one per minute, and their rollup marks. */
function reports(): string[] {
  return [
    `insert into device_report (tenant_id, device_id, ts, rx_bytes, tx_bytes, uptime, cpu, memory, clients,
       r0_band, r0_utilisation, r0_noise, r0_clients, r1_band, r1_utilisation, r1_noise, r1_clients)
     select tenant_id, id, at + offset_s, extract(epoch from at) * 10000, extract(epoch from at) * 1000,
       extract(epoch from at - now() + interval '1 day'), 20, 40, case when kind = 'ap' then 5 else 0 end,
       case when kind = 'ap' then 2 end, 30, -92, 2, case when kind = 'ap' then 5 end, 20, -95, 3
     from generate_series(date_trunc('hour', now(), 'UTC') - interval '1 hour', now() - interval '1 minute',
                          interval '1 minute') at
     cross join (select *, (row_number() over ())::int % 60 * interval '1 second' as offset_s from device
                 where tenant_id = $1) device`,
    // Sized like real reports: an address, two small numbers and four counters each.
    `insert into client_minute (tenant_id, device_id, minute, at, samples)
     select $1, device_id, at, at, samples from (
       select device_id, decode(string_agg(
         lpad(to_hex(client), 12, '0') || 'c40190' || md5(client::text) || '0000004e2000', ''), 'hex') as samples
       from client group by device_id
     ) own
     cross join generate_series(date_trunc('minute', now()) - interval '59 minutes', now(), interval '1 minute') at`,
    `insert into rollup_due (tenant_id, device_id, hour)
     select tenant_id, id, hour from device cross join
       (values (date_trunc('hour', now(), 'UTC')), (date_trunc('hour', now(), 'UTC') - interval '1 hour')) due (hour)
     where tenant_id = $1`,
    `insert into wifi_rollup_due (tenant_id, site_id, hour)
     select $1, site_id, date_trunc('hour', now(), 'UTC') - interval '1 hour' from place`,
    `insert into site_5m (tenant_id, site_id, slot, rx_bytes, tx_bytes, clients)
     select $1, site_id, slot, 1e8, 1e7, 100 from place cross join
       generate_series(date_trunc('hour', now(), 'UTC') - interval '8 hours',
                       date_trunc('hour', now(), 'UTC') - interval '65 minutes', interval '5 minutes') slot`,
    `insert into air_5m
     select $1, site_id, slot, band, 4000, 100, -9300, 100 from place cross join unnest('{2G,5G}'::text[]) band
     cross join generate_series(date_trunc('hour', now(), 'UTC') - interval '8 hours',
                                date_trunc('hour', now(), 'UTC') - interval '65 minutes', interval '5 minutes') slot`,
  ];
}

export async function fillWithStatistics({ owner }: BenchDatabase, tenant: string): Promise<void> {
  await owner.query(
    `select app.ensure_report_day(day::date) from
       generate_series(now() - interval '1 day', now() + interval '1 day', interval '1 day') day`,
  );
  for (const statement of [...statements(), ...reports()]) {
    const values = statement.includes('$1') ? [tenant] : [];
    // A temporary table cannot use parameters.
    if (statement.startsWith('create')) await owner.query(statement.replaceAll('$1', `'${tenant}'`));
    else await owner.query(statement, values);
  }
  await owner.query('vacuum analyze');
}
