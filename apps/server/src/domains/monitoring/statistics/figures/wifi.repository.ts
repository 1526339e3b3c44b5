import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { SIGNAL_GRADES, type SignalGrade } from '@airloom/contract/statistics/statistics.model';
import type { Band } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { atDevicesOfKinds, GRADE_SUMS } from '../../clients/index.ts';
import type { DevicesQuery } from './availability.repository.ts';
import type { SitesQuery } from './site-figures.repository.ts';
import { partsOf, type Span } from './window.ts';

const GRADES = sql.raw(SIGNAL_GRADES.map(({ key }) => key).join(', '));
const SUMMED_GRADES = sql.raw(SIGNAL_GRADES.map(({ key }) => `sum(${key}) as ${key}`).join(', '));
const COUNTED = sql`rx_bytes, tx_bytes, packets, retries, seconds, ${GRADES}`;

/**
 * Figures of wireless networks, as `networks` by site, time (`at`, with its length), name and band: rollups, and client
 * hours where they are missing.
 */
export function networks(
  { scope, sites, kinds, moment }: SitesQuery & DevicesQuery,
  span: Span,
): RawBuilder<unknown> {
  // Only client rows have the device.
  const seesAll = kinds.length === DEVICE_KINDS.length;
  const open = seesAll ? Math.min(Math.max(span.from, moment.open), span.to) : span.from;
  const { days, hours } = partsOf({ from: span.from, to: open }, moment);
  const within = (column: 'day' | 'hour', { from, to }: Span) =>
    sql`tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and band is not null
      and ${sql.ref(column)} >= ${new Date(from)} and ${sql.ref(column)} < ${new Date(to)}`;
  const hourly = (part: Span) => sql`
    select site_id, hour as at, 3600 as lasted, ssid, band, ${COUNTED} from wifi_1h where ${within('hour', part)}`;
  return sql`
    networks as (
      select site_id, day as at, 86400 as lasted, ssid, band, ${COUNTED} from wifi_1d where ${within('day', days)}
      union all ${hourly(hours[0])} union all ${hourly(hours[1])}
      union all
      select site_id, hour, 3600, ssid, band, sum(rx_bytes)::bigint, sum(tx_bytes)::bigint, sum(packets)::bigint,
             sum(retries)::bigint, sum(seconds::float8), ${GRADE_SUMS}
      from terminal_1h where ${within('hour', { from: open, to: span.to })}
        and ${atDevicesOfKinds(scope, kinds, 'terminal_1h')}
      group by site_id, hour, ssid, band
    )`;
}

export interface WifiPart extends Span {
  readonly band: Band;
  readonly packets: number;
  readonly retries: number;
  readonly measured: Readonly<Record<SignalGrade, number>>;
}

/** All networks of a band together. */
export async function networkWifi(
  tx: Transaction,
  query: SitesQuery & DevicesQuery,
  span: Span,
): Promise<WifiPart[]> {
  const rows = await tx.all(sql<
    { at: string; lasted: number; band: Band; packets: string; retries: string } & Record<SignalGrade, number>
  >`
    with ${networks(query, span)}
    select (extract(epoch from at) * 1000)::bigint as at, lasted, band, sum(packets)::bigint as packets,
           sum(retries)::bigint as retries, ${SUMMED_GRADES}
    from networks group by at, lasted, band`);
  return rows.map(({ at, lasted, band, packets, retries, ...measured }) => ({
    from: Number(at),
    to: Number(at) + lasted * 1000,
    band,
    packets: Number(packets),
    retries: Number(retries),
    measured,
  }));
}
