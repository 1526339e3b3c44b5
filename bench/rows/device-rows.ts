import { radioOf, reportOf } from '../../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import type { BenchDatabase } from '../support/database.ts';

const REPORT = JSON.stringify(reportOf({ radios: [radioOf(0), radioOf(1)] }));

/** Per hundred devices; the rest are access points. */
const KINDS = `case when n % 100 < 15 then 'switch' when n % 100 < 20 then 'gateway' when n % 100 < 23 then 'ac'
  when n % 100 < 24 then 'controller' when n % 100 < 25 then 'smart' else 'ap' end`;

/** Inserts devices with a last report into the sites of an account. */
export async function fillWithDevices(
  { owner }: BenchDatabase,
  tenant: string,
  devices: number,
): Promise<void> {
  await owner.query(
    `with place as (select id, row_number() over (order by name) - 1 as turn, count(*) over () as sites
                    from site where tenant_id = $1)
     insert into device (tenant_id, id, site_id, kind, serial, sn, name, position, model, version, ip, status,
       first_online_at, online_at, offline_at)
     select $1, gen_random_uuid(), place.id, ${KINDS}, '02' || lpad(to_hex(n * 16), 10, '0'),
       'WL' || upper(substr(md5(n::text), 1, 16)), 'Device ' || n || ' ' || substr(md5(n::text), 17, 6),
       'Floor ' || n % 7, 'Model ' || n % 12, 'Version ' || n % 5,
       concat_ws('.', 10, n >> 16, (n >> 8) & 255, n & 255),
       case when n % 10 = 0 then 'offline' else 'online' end,
       now() - interval '90 days', now() - n * interval '1 second',
       case when n % 10 = 0 then now() - n * interval '1 second' end
     from generate_series(1, $2::int) n join place on place.turn = n % place.sites`,
    [tenant, devices],
  );
  await owner.query(
    `insert into device_last (tenant_id, device_id, ts, uptime, cpu, memory, temperature, clients, config_version)
     select tenant_id, id, now(), 86400, random() * 100, random() * 100, 50, floor(random() * 40), 1
     from device where tenant_id = $1`,
    [tenant],
  );
  await owner.query(
    `insert into device_last_report (tenant_id, device_id, ts, report)
     select tenant_id, id, now(), $2 from device where tenant_id = $1`,
    [tenant, REPORT],
  );
}
