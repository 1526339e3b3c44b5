import { LIMITS } from '@airloom/contract/limits';
import {
  DURATION_BANDS,
  type TerminalStatistics,
  TOP_TERMINALS,
  type TopTerminal,
} from '@airloom/contract/statistics/statistics.model';
import { TERMINAL_KINDS, type TerminalKind } from '@airloom/contract/terminals/terminal-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { ChartWindow } from '../telemetry/index.ts';
import type { SitesAsked } from './site-figures.repository.ts';
import { DAY_MS, daysWithin, type Span, shownSteps, stepsOf } from './window.ts';

const COUNTED = sql`mac, rx_bytes, tx_bytes, seconds`;

/** What clients did, as `parts`: whole days, and hours before and after them; or hours alone. */
function parts(
  { scope, sites, moment }: SitesAsked,
  span: Span,
  unit: 'day' | 'hour' = 'day',
): RawBuilder<unknown> {
  const days = unit === 'day' ? daysWithin(span, moment) : { from: span.to, to: span.to };
  const hasDays = days.to > days.from;
  const within = (column: string, { from, to }: Span) =>
    sql`tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[])
      and ${sql.ref(column)} >= ${new Date(from)} and ${sql.ref(column)} < ${new Date(to)}`;
  return sql`
    parts as (
      select day as at, ${COUNTED} from terminal_1d where ${within('day', days)}
      union all
      select hour, ${COUNTED} from terminal_1h
      where ${within('hour', { from: span.from, to: hasDays ? days.from : span.to })}
      union all
      select hour, ${COUNTED} from terminal_1h
      where ${within('hour', { from: hasDays ? days.to : span.to, to: span.to })}
    )`;
}

interface GroupRow {
  readonly kind: TerminalKind;
  /** The step they were first seen in; null for those known before the window. */
  readonly fresh: number | null;
  readonly band: number;
  readonly terminals: number;
  readonly rx: string;
  readonly tx: string;
}

interface StepRow {
  readonly step: number;
  readonly terminals: number;
}

const BORDERS = LIMITS.statistics.onlineDurationBordersMs.map((border) => border / 1000);

export async function readTerminals(
  tx: Transaction,
  asked: SitesAsked,
  window: ChartWindow,
): Promise<TerminalStatistics> {
  const { scope } = asked;
  const stepOf = (at: RawBuilder<unknown>) =>
    sql`floor((extract(epoch from ${at}) * 1000 - ${window.first}::float8) / ${window.stepMs}::float8)::int`;
  const [groups, steps] = await Promise.all([
    tx.all(sql<GroupRow>`
      with ${parts(asked, window)},
      own as (
        select mac, sum(rx_bytes) as rx, sum(tx_bytes) as tx, sum(seconds::float8) as seconds
        from parts group by mac
      )
      select coalesce(terminal.kind, 'unknown') as kind,
             case when terminal.first_seen_at >= ${new Date(window.from)}
                  then ${stepOf(sql`terminal.first_seen_at`)} end as fresh,
             width_bucket(own.seconds, ${BORDERS}::float8[]) as band, count(*)::int as terminals,
             sum(rx)::bigint as rx, sum(tx)::bigint as tx
      from own left join terminal on terminal.tenant_id = ${scope.tenant} and terminal.mac = own.mac
      group by 1, 2, 3`),
    tx.all(sql<StepRow>`
      with ${parts(asked, window, window.stepMs < DAY_MS ? 'hour' : 'day')},
      there as (select distinct ${stepOf(sql`at`)} as step, mac from parts)
      select step, count(*)::int as terminals from there group by step`),
  ]);
  return terminalsOf(window, groups, steps);
}

function terminalsOf(
  window: ChartWindow,
  groups: readonly GroupRow[],
  steps: readonly StepRow[],
): TerminalStatistics {
  const sum = (rows: readonly GroupRow[], figure: (row: GroupRow) => number) =>
    rows.reduce((all, row) => all + figure(row), 0);
  const count = (rows: readonly GroupRow[]) => sum(rows, ({ terminals }) => terminals);
  const there = new Map(steps.map(({ step, terminals }) => [step, terminals]));
  const places = stepsOf(window).map((_, place) => place);
  return {
    ...shownSteps(window),
    terminals: count(groups),
    fresh: count(groups.filter(({ fresh }) => fresh !== null)),
    downBytes: sum(groups, ({ tx }) => Number(tx)),
    upBytes: sum(groups, ({ rx }) => Number(rx)),
    series: [
      { metric: 'terminals', values: places.map((place) => there.get(place) ?? 0) },
      {
        metric: 'fresh',
        values: places.map((place) => count(groups.filter(({ fresh }) => fresh === place))),
      },
    ],
    kinds: TERMINAL_KINDS.flatMap((kind) => {
      const own = groups.filter((row) => row.kind === kind);
      const bytes = sum(own, ({ rx, tx }) => Number(rx) + Number(tx));
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
  asked: SitesAsked,
  window: ChartWindow,
): Promise<TopTerminal[]> {
  const rows = await tx.all(sql<{
    mac: string;
    name: string | null;
    kind: TerminalKind | null;
    rx: string;
    tx: string;
    seconds: number;
  }>`
    with ${parts(asked, window)},
    top as (
      select mac, sum(rx_bytes)::bigint as rx, sum(tx_bytes)::bigint as tx, sum(seconds::float8) as seconds
      from parts group by mac order by sum(rx_bytes + tx_bytes) desc, mac limit ${sql.lit(TOP_TERMINALS)}
    )
    select top.*, coalesce(nullif(terminal.name, ''), terminal.hostname) as name, terminal.kind
    from top left join terminal on terminal.tenant_id = ${asked.scope.tenant} and terminal.mac = top.mac
    order by rx + tx desc, mac`);
  return rows.map((row) => ({
    mac: row.mac,
    name: row.name ?? '',
    kind: row.kind ?? 'unknown',
    downBytes: Number(row.tx),
    upBytes: Number(row.rx),
    seconds: Math.round(row.seconds),
  }));
}
