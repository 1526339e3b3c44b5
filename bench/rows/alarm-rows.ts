import type { BenchDatabase } from '../support/database.ts';

const RULES = 50;

const cell = (words: readonly string[], turn: string): string =>
  `(array['${words.join("','")}'])[1 + (${turn}) % ${words.length}]`;
const TYPES = ['highCpu', 'highMemory', 'deviceOffline', 'deviceFlapping', 'portDown', 'weakSignal'];
const LEVELS = ['urgent', 'important', 'secondary', 'notice'];

/** Inserts active alarms and a history for the devices of an account. */
export async function fillWithAlarms(
  { owner }: BenchDatabase,
  tenant: string,
  { current, past }: { readonly current: number; readonly past: number },
): Promise<void> {
  const insert = (count: number, seconds: number, clearedAt: string, reason: string) =>
    owner.query(
      `with rule as (select gen_random_uuid() as id, n - 1 as turn from generate_series(1, ${RULES}) n),
            place as (
              select device.id, kind, device.name, site_id, site.name as site_name,
                     row_number() over (order by serial) - 1 as turn
              from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
              where device.tenant_id = $1),
            turns as (
              select n, (n * 7919::bigint) % (select count(*) from place) as turn
              from generate_series(1, $2::int) n)
       insert into alarm (tenant_id, id, rule_id, rule_name, type, level, state, site_id, site_name, device_id,
         device_kind, device_name, part, cause, value, threshold, raised_at, cleared_at, clear_reason)
       select $1, gen_random_uuid(), rule.id, 'Rule ' || rule.turn, ${cell(TYPES, 'n * 7')}, ${cell(LEVELS, 'n * 13')},
         'unconfirmed', site_id, site_name, place.id, kind, place.name,
         case when n % 4 = 0 then 'ge-0/0/' || n % 48 else '' end, '', 93, 90,
         now() - n * interval '${seconds} seconds' - interval '1 hour', ${clearedAt}, ${reason}
       from turns join rule on rule.turn = n % ${RULES} join place on place.turn = turns.turn
       order by n desc on conflict do nothing`,
      [tenant, count],
    );
  await insert(current, 5, 'null', 'null');
  await insert(past, 100, `now() - n * interval '100 seconds'`, `'recovered'`);
}
