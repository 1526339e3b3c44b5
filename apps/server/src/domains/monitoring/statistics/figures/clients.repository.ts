import { TERMINAL_KINDS, type TerminalKind } from '@airloom/contract/clients/client-kinds';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import {
  DURATION_BANDS,
  type TerminalStatistics,
  TOP_TERMINALS,
  type TopTerminal,
} from '@airloom/contract/statistics/statistics.model';
import { DAY } from '@airloom/contract/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { atDevicesOfKinds } from '../../clients/index.ts';
import type { ChartWindow } from '../../telemetry/index.ts';
import type { DevicesQuery } from './availability.repository.ts';
import type { SitesQuery } from './site-figures.repository.ts';
import { daysWithin, type Span, shownSteps, stepsOf, wholeWeeks } from './window.ts';

export type ClientsQuery = SitesQuery & DevicesQuery;

/** One bit per step: a client at several sites in the same step counts once. */
const BITS_MAX = 63;

function stepOf(at: RawBuilder<unknown>, { first, stepMs }: ChartWindow): RawBuilder<unknown> {
  return sql`floor((date_part('epoch', ${at}) * 1000 - ${first}::float8) / ${stepMs}::float8)::int`;
}

/** Sums of integers, computed as floating-point numbers, which is much faster. */
const summed = (column: string) => sql`sum(${sql.ref(column)}::float8) as ${sql.ref(column)}`;

/** The parts of a span before and after a part of it. */
function around(whole: Span, part: Span): [Span, Span] {
  const { from, to } = part.to > part.from ? part : { from: whole.to, to: whole.to };
  return [
    { from: whole.from, to: from },
    { from: to, to: whole.to },
  ];
}

/**
 * The parts of a window: whole weeks that are rolled up, whole days around them, and hours around those. The row of the
 * current day is used as far as it is rolled up.
 */
function partsOf(window: ChartWindow, moment: SitesQuery['moment']) {
  const over = window.stepMs < DAY ? { from: window.to, to: window.to } : daysWithin(window, moment);
  const weeks = wholeWeeks(over);
  const hasToday = moment.settled && over.to > over.from && window.to >= moment.open;
  const days = hasToday ? { from: over.from, to: over.to + DAY } : over;
  const [before, after] = around(window, over);
  return {
    weeks,
    days: around(days, weeks),
    hours: [before, hasToday ? { from: moment.open, to: window.to } : after] as const,
  };
}

function hoursOnly({ from, to }: ChartWindow): ReturnType<typeof partsOf> {
  const none = { from: to, to };
  return { weeks: none, days: [none, none], hours: [{ from, to }, none] };
}

/**
 * Figures of each client, as `own`. `there` has a bit for every step with a session. Only hours have the device, so they
 * are read for persons who do not see all device classes.
 */
function eachClient(query: ClientsQuery, window: ChartWindow): RawBuilder<unknown> {
  const { scope, sites, kinds, moment } = query;
  const { weeks, days, hours } =
    kinds.length === DEVICE_KINDS.length ? partsOf(window, moment) : hoursOnly(window);
  const part = (unit: 'week' | 'day' | 'hour', { from, to }: Span) => sql`
    select mac, rx_bytes, tx_bytes, seconds,
           ${unit === 'week' ? sql.ref('days') : sql`1`}::bigint << ${stepOf(sql.ref(unit), window)} as steps
    from ${sql.table(`terminal_1${unit.slice(0, 1)}`)}
    where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[])
      and ${sql.ref(unit)} >= ${new Date(from)} and ${sql.ref(unit)} < ${new Date(to)}
      and ${unit === 'hour' ? atDevicesOfKinds(scope, kinds, 'terminal_1h') : sql`true`}`;
  return sql`
    own as (
      select mac, ${summed('rx_bytes')}, ${summed('tx_bytes')}, ${summed('seconds')}, bit_or(steps) as there
      from (
        ${part('week', weeks)}
        union all ${part('day', days[0])} union all ${part('day', days[1])}
        union all ${part('hour', hours[0])} union all ${part('hour', hours[1])}
      ) parts
      group by mac
    )`;
}

interface GroupRow {
  readonly kind: TerminalKind;
  /** Step in which they were first seen; null for clients known before the window. */
  readonly fresh: number | null;
  readonly band: number;
  readonly terminals: number;
  readonly rx: number;
  readonly tx: number;
  /** Number of clients per step. */
  readonly there: readonly number[];
}

const BORDERS = STATISTICS_LIMITS.onlineDurationBordersMs.map((border) => border / 1000);

export async function readTerminals(
  tx: Transaction,
  query: ClientsQuery,
  window: ChartWindow,
): Promise<TerminalStatistics> {
  const count = stepsOf(window).length;
  if (count > BITS_MAX) throw new Error(`There are no bits for ${count} steps`);
  const there = sql.raw(
    Array.from({ length: count }, (_, step) => `sum((there >> ${step}) & 1)::int`).join(', '),
  );
  // The number of clients cannot be estimated, and many lookups take longer than reading all.
  await tx.run(sql`select set_config('enable_nestloop', 'off', true)`);
  const groups = await tx.all(sql<GroupRow>`
    with ${eachClient(query, window)}
    select coalesce(terminal.kind, 'unknown') as kind,
           case when terminal.first_seen_at >= ${new Date(window.from)}
                then ${stepOf(sql.ref('terminal.first_seen_at'), window)} end as fresh,
           width_bucket(own.seconds, ${BORDERS}::float8[]) as band, count(*)::int as terminals,
           sum(rx_bytes) as rx, sum(tx_bytes) as tx, array[${there}] as there
    from own left join terminal on terminal.tenant_id = ${query.scope.tenant} and terminal.mac = own.mac
    group by 1, 2, 3`);
  return terminalsOf(window, groups);
}

function terminalsOf(window: ChartWindow, groups: readonly GroupRow[]): TerminalStatistics {
  const sum = (rows: readonly GroupRow[], figure: (row: GroupRow) => number) =>
    rows.reduce((all, row) => all + figure(row), 0);
  const count = (rows: readonly GroupRow[]) => sum(rows, ({ terminals }) => terminals);
  const places = stepsOf(window).map((_, place) => place);
  return {
    ...shownSteps(window),
    terminals: count(groups),
    fresh: count(groups.filter(({ fresh }) => fresh !== null)),
    downBytes: sum(groups, ({ tx }) => tx),
    upBytes: sum(groups, ({ rx }) => rx),
    series: [
      { metric: 'terminals', values: places.map((place) => sum(groups, ({ there }) => there[place] ?? 0)) },
      {
        metric: 'fresh',
        values: places.map((place) => count(groups.filter(({ fresh }) => fresh === place))),
      },
    ],
    kinds: TERMINAL_KINDS.flatMap((kind) => {
      const own = groups.filter((row) => row.kind === kind);
      const bytes = sum(own, ({ rx, tx }) => rx + tx);
      return own.length === 0 ? [] : [{ kind, terminals: count(own), bytes }];
    }),
    durations: DURATION_BANDS.map((band, place) => ({
      band,
      terminals: count(groups.filter((row) => row.band === place)),
    })),
  };
}

export async function topTerminals(
  tx: Transaction,
  query: ClientsQuery,
  window: ChartWindow,
): Promise<TopTerminal[]> {
  const rows = await tx.all(sql<{
    mac: string;
    name: string | null;
    kind: TerminalKind | null;
    rx_bytes: number;
    tx_bytes: number;
    seconds: number;
  }>`
    with ${eachClient(query, window)},
    top as (select * from own order by rx_bytes + tx_bytes desc, mac limit ${sql.lit(TOP_TERMINALS)})
    select top.mac, rx_bytes, tx_bytes, seconds, coalesce(nullif(terminal.name, ''), terminal.hostname) as name,
           terminal.kind
    from top left join terminal on terminal.tenant_id = ${query.scope.tenant} and terminal.mac = top.mac
    order by rx_bytes + tx_bytes desc, top.mac`);
  return rows.map((row) => ({
    mac: row.mac,
    name: row.name ?? '',
    kind: row.kind ?? 'unknown',
    downBytes: row.tx_bytes,
    upBytes: row.rx_bytes,
    seconds: Math.round(row.seconds),
  }));
}
