import { type RawBuilder, sql } from 'kysely';
import { RADIOS } from '../ingest/report-columns.ts';

const radios = Array.from({ length: RADIOS }, (_, index) => `r${index}`);

/** Absolute in reports; sums of differences in rollups. */
export const COUNTERS = [
  'rx_bytes',
  'tx_bytes',
  ...radios.flatMap((radio) => [`${radio}_rx_bytes`, `${radio}_tx_bytes`]),
];

/** Aggregation of the other figures of a report. */
const GAUGES: readonly (readonly [name: string, how: 'avg' | 'max', type: string])[] = [
  ['cpu', 'avg', 'real'],
  ['cpu', 'max', 'real'],
  ['memory', 'avg', 'real'],
  ['memory', 'max', 'real'],
  ['temperature', 'max', 'real'],
  ['power', 'avg', 'real'],
  ['clients', 'avg', 'real'],
  ['clients', 'max', 'smallint'],
  ...radios.flatMap((radio) => [
    [`${radio}_utilisation`, 'avg', 'real'] as const,
    [`${radio}_utilisation`, 'max', 'smallint'] as const,
    [`${radio}_noise`, 'avg', 'real'] as const,
    [`${radio}_clients`, 'max', 'smallint'] as const,
  ]),
];

const SAMPLE_COLUMNS = ['ts', 'uptime', ...COUNTERS, ...new Set(GAUGES.map(([name]) => name))];
export const sampleColumns = sql.raw(SAMPLE_COLUMNS.join(', '));

/** Figures of a rollup besides its key, `reports` and `seconds`. */
export const ROLLUP_COLUMNS = [...COUNTERS, ...GAUGES.map(([name, how]) => `${name}_${how}`)];

/** All columns of a rollup except its key, qualified by `of`. */
export function rollUpNames(of?: string): RawBuilder<unknown> {
  const prefix = of === undefined ? '' : `${of}.`;
  return sql.raw(['reports', 'seconds', ...ROLLUP_COLUMNS].map((name) => `${prefix}${name}`).join(', '));
}

export const rollUpChanges = sql.raw(
  ['reports', 'seconds', ...ROLLUP_COLUMNS].map((name) => `${name} = excluded.${name}`).join(', '),
);

/** Largest distance of the report before a window that its first difference is taken from. */
const BEFORE_MAX = sql`interval '35 days'`;

/**
 * Reports of one device in a window and the one before it, even if that is removed. Tenant, device and borders are
 * expressions over the joined tables.
 */
export function samplesOf(
  of: {
    readonly tenant: RawBuilder<unknown>;
    readonly device: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    readonly to: RawBuilder<unknown>;
  },
  columns: RawBuilder<unknown> = sampleColumns,
): RawBuilder<unknown> {
  const own = sql`tenant_id = ${of.tenant} and device_id = ${of.device}`;
  const last = sql`where ${own} and ts < ${of.from} and ts >= ${of.from} - ${BEFORE_MAX} order by ts desc limit 1`;
  return sql`(
    (select * from (
       (select ${columns} from device_report ${last})
       union all
       (select ${columns} from device_gone_report ${last})
     ) before order by ts desc limit 1)
    union all
    (select ${columns} from device_report where ${own} and ts >= ${of.from} and ts < ${of.to}))`;
}

const restarted = 'coalesce(uptime < lag(uptime) over w, false) as restarted';

function before(counters: readonly string[]): string[] {
  return counters.map((name) => `lag(${name}) over w as before_${name}`);
}

/** Each sample with the previous one: over the window `w`. */
export const withBefore = sql.raw(
  [...SAMPLE_COLUMNS, 'lag(ts) over w as before_ts', restarted, ...before(COUNTERS)].join(', '),
);

/** A counter that is smaller than before, or whose device restarted, counts from zero. */
function difference(name: string): string {
  return `case when before_${name} is null then 0
               when restarted or ${name} < before_${name} then ${name}
               else ${name} - before_${name} end`;
}

const PASSED = ['rx_bytes', 'tx_bytes'];

/** Sample columns for traffic, the same with the previous sample, and their sums. */
export const passing = {
  columns: sql.raw(['ts', 'uptime', ...PASSED].join(', ')),
  withBefore: sql.raw(['ts', restarted, ...PASSED, ...before(PASSED)].join(', ')),
  sums: sql.raw(PASSED.map((name) => `coalesce(sum(${difference(name)}), 0)::bigint as ${name}`).join(', ')),
};

/** Sums and averages over samples with their previous ones, as {@link ROLLUP_COLUMNS}. */
export const aggregates = sql.raw(
  [
    'count(*)::int as reports',
    'coalesce(sum(extract(epoch from ts - before_ts)), 0)::real as seconds',
    ...COUNTERS.map((name) => `coalesce(sum(${difference(name)}), 0)::bigint as ${name}`),
    ...GAUGES.map(([name, how, type]) => `${how}(${name})::${type} as ${name}_${how}`),
  ].join(', '),
);

/** The same over rollups, weighted by their reports. */
export const rollUpAggregates = sql.raw(
  [
    'sum(reports)::int as reports',
    'sum(seconds)::real as seconds',
    ...COUNTERS.map((name) => `sum(${name})::bigint as ${name}`),
    ...GAUGES.map(([name, how, type]) => {
      const column = `${name}_${how}`;
      return how === 'max'
        ? `max(${column})::${type} as ${column}`
        : `(sum(${column} * reports) / nullif(sum(reports) filter (where ${column} is not null), 0))::${type} as ${column}`;
    }),
  ].join(', '),
);
