import type { Band, Report } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { siteWithinReach } from '../../../network/devices/index.ts';
import { aggregates, ROLLUP_COLUMNS, rollUpAggregates, samplesOf, withBefore } from '../rollup/sample-sql.ts';
import type { ChartRow } from './chart-series.ts';
import type { ChartWindow } from './chart-window.ts';

type Row = Readonly<Record<string, number | string | null>>;

const names = sql.raw(['reports', 'seconds', ...ROLLUP_COLUMNS].join(', '));

function chartRow(row: Row): ChartRow {
  const { step, gap, ...figures } = row;
  return {
    step: Number(step),
    gap: gap === null || gap === undefined ? null : Number(gap),
    figures: Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value)]),
    ),
  };
}

function stepOf(column: string, stepMs: number) {
  const seconds = stepMs / 1000;
  return sql`(floor(extract(epoch from ${sql.ref(column)}) / ${seconds}::int) * ${seconds}::int * 1000)::float8`;
}

/** Each report beside the one before it, within a window of one device. */
function samples(scope: TenantScope, deviceId: string, from: Date, to: Date) {
  const window = samplesOf({
    tenant: sql`${scope.tenant}::uuid`,
    device: sql`${deviceId}::uuid`,
    from: sql`${from}::timestamptz`,
    to: sql`${to}::timestamptz`,
  });
  return sql`select ${withBefore} from ${window} sample window w as (order by ts)`;
}

type Reader = Pick<Scope, 'tenant' | 'reach'>;

/** Whether the device stood where the asker sees, from one moment to another: what it did elsewhere is not for them. */
export function stoodInReach(
  scope: Reader,
  deviceId: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (scope.reach.kind === 'all') return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from device_stay where tenant_id = ${scope.tenant} and device_id = ${deviceId}
      and from_at <= ${from} and to_at > ${from} and to_at >= ${to}
      and ${siteWithinReach(scope, 'device_stay.site_id')})`;
}

/** Its hours; who does not see all has those in which it was moved in parts. */
function rolledHours(scope: Reader, deviceId: string): RawBuilder<unknown> {
  const own = sql`where tenant_id = ${scope.tenant} and device_id = ${deviceId}`;
  const whole = sql`select hour, ${names} from device_1h ${own}`;
  if (scope.reach.kind === 'all') return whole;
  return sql`
    ${whole} and ${stoodInReach(scope, deviceId, sql`hour`, sql`hour + interval '1 hour'`)}
    union all
    select hour, ${names} from device_moved_1h ${own} and ${siteWithinReach(scope, 'device_moved_1h.site_id')}`;
}

/** Straight from the reports of a short window. */
export async function reportSteps(
  tx: Transaction,
  scope: Reader,
  deviceId: string,
  { first, to, stepMs }: ChartWindow,
): Promise<ChartRow[]> {
  const from = new Date(first);
  const rows = await tx.all(sql<Row>`
    with samples as (${samples(scope, deviceId, from, new Date(to))})
    select ${stepOf('ts', stepMs)} as step, ${aggregates},
           (array_agg(extract(epoch from ts - before_ts) order by ts))[1]::float8 as gap
    from samples where ts >= ${from} and ${stoodInReach(scope, deviceId, sql`ts`, sql`ts`)} group by 1 order by 1`);
  return rows.map(chartRow);
}

/** From the hours; from `open` on they are not rolled up yet and come from their reports. */
export async function hourSteps(
  tx: Transaction,
  scope: Reader,
  deviceId: string,
  { first, to, stepMs }: ChartWindow,
  open: Date,
): Promise<ChartRow[]> {
  const end = new Date(to);
  const rows = await tx.all(sql<Row>`
    with samples as (${samples(scope, deviceId, open, end)}),
    hours as (
      select hour, ${names} from (${rolledHours(scope, deviceId)}) rolled
      where hour >= ${new Date(first)} and hour < least(${open}::timestamptz, ${end}::timestamptz)
      union all
      select hour, ${names} from (
        select date_trunc('hour', ts, 'UTC') as hour, ${aggregates} from samples
        where ts >= ${open} and ${stoodInReach(scope, deviceId, sql`ts`, sql`ts`)} group by 1
      ) fresh
    )
    select ${stepOf('hour', stepMs)} as step, ${rollUpAggregates}, null as gap from hours group by 1 order by 1`);
  return rows.map(chartRow);
}

/** Which band each radio was on when the device last told. */
export async function radioBands(
  tx: Transaction,
  scope: TenantScope,
  deviceId: string,
): Promise<ReadonlyMap<number, Band>> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('device_last_report')
      .select('report')
      .where('tenant_id', '=', scope.tenant)
      .where('device_id', '=', deviceId),
  );
  if (row === undefined) return new Map();
  const { radios }: Pick<Report, 'radios'> = JSON.parse(row.report);
  return new Map(radios.map(({ index, band }) => [index, band]));
}
