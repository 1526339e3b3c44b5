import type { Alarm, AlarmCounts, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import {
  type LogOrder,
  type LogPosition,
  placeOf,
  readLogAfter,
} from '../../../platform/database/log-rows.ts';
import { type PageRequest, readFoundIds, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { seesDevices } from '../../../platform/device-classes.ts';
import type { Asker } from '../../network/devices/index.ts';
import {
  type ActiveFilters,
  type AlarmFilters,
  filtered,
  filteredActive,
  filteredHistory,
  namedAmongActive,
  namedInHistory,
} from './history/alarm-filters.repository.ts';
import { type AlarmQuery, alarmOf, pastAlarmOf, type Row, withDisplayData } from './history/alarm-rows.ts';
import { activeAlarms, clearedAlarms, visibleAlarms } from './history/visible-alarms.ts';

const BY = {
  raisedAt: sql.ref('alarm.raised_at'),
  clearedAt: sql.ref('alarm.cleared_at'),
  level: sql.ref('alarm.gravity'),
};

interface Order extends Sorting {
  /** Counting stops here. */
  readonly countedMax: number | null;
}

const ACTIVE_SORTING: Order = { by: BY, usual: '-raisedAt', id: sql.ref('alarm.id'), countedMax: null };
/** Deeper pages are not needed, and counting further is slow. */
const HISTORY_SORTING: Order = { ...ACTIVE_SORTING, usual: '-clearedAt', countedMax: 10_000 };

/** Joins only the rows of the page with their display data. */
async function pageOf(
  tx: Transaction,
  scope: Asker,
  request: AlarmFilters & PageRequest,
  found: AlarmQuery,
  sorting: Order,
): Promise<Page<Row>> {
  const { total, ids } = await idsOf(tx, request, found, sorting);
  const alarms = visibleAlarms(scope).where('alarm.id', '=', sql<string>`any(${ids}::uuid[])`);
  const byId = new Map((await tx.all(withDisplayData(scope, alarms))).map((row) => [row.id, row]));
  return { total, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Most lists read the first rows of an index; filters by name or period may match anywhere. */
async function idsOf(
  tx: Transaction,
  request: AlarmFilters & PageRequest,
  found: AlarmQuery,
  sorting: Order,
): Promise<{ total: number; ids: string[] }> {
  const { search, from, to } = request;
  if (search !== '' || from !== undefined || to !== undefined) {
    return readFoundIds(tx, request, found, sorting, sorting.countedMax);
  }
  const { total, rows } = await readPage(
    tx,
    request,
    found.limit(sorting.countedMax),
    found.select('alarm.id'),
    sorting,
  );
  return { total, ids: rows.map(({ id }) => id) };
}

export async function listActive(
  tx: Transaction,
  scope: Asker,
  request: ActiveFilters & PageRequest,
): Promise<Page<Alarm>> {
  const matchesName = request.search === '' ? undefined : await namedAmongActive(tx, scope, request.search);
  const found = filteredActive(scope, request, matchesName);
  const { total, rows } = await pageOf(tx, scope, request, found, ACTIVE_SORTING);
  return { total, rows: rows.map(alarmOf) };
}

/** Some active alarms by the name of their device or site, latest first, for the search in everything. */
export async function findActiveAlarms(
  tx: Transaction,
  scope: Asker,
  search: string,
  atMost: number,
): Promise<Alarm[]> {
  const matchesName = await namedAmongActive(tx, scope, search);
  const ids = await tx.all(
    filteredActive(scope, { search }, matchesName)
      .select('alarm.id')
      .orderBy('alarm.raised_at', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(atMost),
  );
  if (ids.length === 0) return [];
  const found = activeAlarms(scope).where(
    'alarm.id',
    '=',
    sql<string>`any(${ids.map(({ id }) => id)}::uuid[])`,
  );
  const rows = await tx.all(withDisplayData(scope, found).orderBy('alarm.raised_at', 'desc'));
  return rows.map(alarmOf);
}

export async function listHistory(
  tx: Transaction,
  scope: Asker,
  request: AlarmFilters & PageRequest,
): Promise<Page<PastAlarm>> {
  const matchesName = request.search === '' ? undefined : await namedInHistory(tx, scope, request.search);
  const { total, rows } = await pageOf(
    tx,
    scope,
    request,
    filteredHistory(scope, request, matchesName),
    HISTORY_SORTING,
  );
  return { total, rows: rows.map(pastAlarmOf) };
}

/** Active or cleared. */
export async function findAlarm(
  tx: Transaction,
  scope: Asker,
  id: string,
): Promise<(Alarm & { readonly isOver: boolean }) | null> {
  const row = await tx.first(withDisplayData(scope, visibleAlarms(scope).where('alarm.id', '=', id)));
  return row === undefined ? null : { ...alarmOf(row), isOver: row.cleared_at !== null };
}

export async function findCleared(tx: Transaction, scope: Asker, id: string): Promise<PastAlarm | null> {
  const row = await tx.first(withDisplayData(scope, clearedAlarms(scope).where('alarm.id', '=', id)));
  return row === undefined ? null : pastAlarmOf(row);
}

/** Active alarms only. */
export async function countAlarms(
  tx: Transaction,
  scope: Asker,
  { enterpriseUUID, siteUUID }: Pick<AlarmFilters, 'enterpriseUUID' | 'siteUUID'>,
): Promise<AlarmCounts | null> {
  const rows = await tx.all(
    filtered(scope, activeAlarms(scope), { enterpriseUUID, siteUUID })
      .select([
        'alarm.level',
        sql<number>`count(*)::int`.as('total'),
        sql<number>`count(*) filter (where alarm.state = 'unconfirmed')::int`.as('unconfirmed'),
      ])
      .groupBy('alarm.level'),
  );
  const levels: Record<AlarmLevel, number> = { urgent: 0, important: 0, secondary: 0, notice: 0 };
  let total = 0;
  let unconfirmed = 0;
  for (const row of rows) {
    levels[row.level] = row.total;
    total += row.total;
    unconfirmed += row.unconfirmed;
  }
  // Without any device class only alarms of sites are visible, which says nothing about devices.
  if (total === 0 && !seesDevices(scope)) return null;
  return { total, unconfirmed, levels };
}

export interface ActiveAlarmRow extends LogPosition {
  readonly alarm: Alarm;
}
export interface ClearedAlarmRow extends LogPosition {
  readonly alarm: PastAlarm;
}

const ACTIVE_ORDER: LogOrder = { at: 'alarm.raised_at', id: 'alarm.id' };
const HISTORY_ORDER: LogOrder = { at: 'alarm.cleared_at', id: 'alarm.id' };

/** Newest first, in pages. */
export async function readActive(
  tx: Transaction,
  scope: Asker,
  filters: ActiveFilters,
  after: LogPosition | null,
  atMost: number,
): Promise<ActiveAlarmRow[]> {
  const found = withDisplayData(scope, filteredActive(scope, filters)).select(placeOf(ACTIVE_ORDER));
  const rows = await readLogAfter(tx, found, ACTIVE_ORDER, after, atMost);
  return rows.map((row) => ({ id: row.id, place: row.place, alarm: alarmOf(row) }));
}

/** Last cleared first, in pages. */
export async function readHistory(
  tx: Transaction,
  scope: Asker,
  filters: AlarmFilters,
  after: LogPosition | null,
  atMost: number,
): Promise<ClearedAlarmRow[]> {
  const found = withDisplayData(scope, filteredHistory(scope, filters)).select(placeOf(HISTORY_ORDER));
  const rows = await readLogAfter(tx, found, HISTORY_ORDER, after, atMost);
  return rows.map((row) => ({ id: row.id, place: row.place, alarm: pastAlarmOf(row) }));
}
