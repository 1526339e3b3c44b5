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
  type AlarmFilters,
  type CurrentFilters,
  calledInPast,
  foundCurrent,
  foundPast,
  narrowed,
} from './history/found-alarms.repository.ts';
import { alarmOf, type Found, pastAlarmOf, type Row, shown } from './history/shown-alarms.ts';
import { currentAlarms, pastAlarms, visibleAlarms } from './history/visible-alarms.ts';

const BY = {
  raisedAt: sql.ref('alarm.raised_at'),
  clearedAt: sql.ref('alarm.cleared_at'),
  level: sql.ref('alarm.gravity'),
};

interface Order extends Sorting {
  /** Where counting ends. */
  readonly countedMax: number | null;
}

const CURRENT_SORTING: Order = { by: BY, usual: '-raisedAt', id: sql.ref('alarm.id'), countedMax: null };
/** Nobody pages further back, and counting on takes time. */
const PAST_SORTING: Order = { ...CURRENT_SORTING, usual: '-clearedAt', countedMax: 10_000 };

/** Only the rows of the page are joined with what they are shown with. */
async function pageOf(
  tx: Transaction,
  scope: Asker,
  request: AlarmFilters & PageRequest,
  found: Found,
  sorting: Order,
): Promise<Page<Row>> {
  const { total, ids } = await idsOf(tx, request, found, sorting);
  const alarms = visibleAlarms(scope).where('alarm.id', '=', sql<string>`any(${ids}::uuid[])`);
  const byId = new Map((await tx.all(shown(scope, alarms))).map((row) => [row.id, row]));
  return { total, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Indexes lead to the first of most lists; what is called so, or went on then, may stand anywhere. */
async function idsOf(
  tx: Transaction,
  request: AlarmFilters & PageRequest,
  found: Found,
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

export async function listCurrent(
  tx: Transaction,
  scope: Asker,
  request: CurrentFilters & PageRequest,
): Promise<Page<Alarm>> {
  const { total, rows } = await pageOf(tx, scope, request, foundCurrent(scope, request), CURRENT_SORTING);
  return { total, rows: rows.map(alarmOf) };
}

export async function listPast(
  tx: Transaction,
  scope: Asker,
  request: AlarmFilters & PageRequest,
): Promise<Page<PastAlarm>> {
  const isCalled = request.search === '' ? undefined : await calledInPast(tx, scope, request.search);
  const { total, rows } = await pageOf(tx, scope, request, foundPast(scope, request, isCalled), PAST_SORTING);
  return { total, rows: rows.map(pastAlarmOf) };
}

/** Whether it goes on or is over. */
export async function findAlarm(
  tx: Transaction,
  scope: Asker,
  id: string,
): Promise<(Alarm & { readonly isOver: boolean }) | null> {
  const row = await tx.first(shown(scope, visibleAlarms(scope).where('alarm.id', '=', id)));
  return row === undefined ? null : { ...alarmOf(row), isOver: row.cleared_at !== null };
}

export async function findPast(tx: Transaction, scope: Asker, id: string): Promise<PastAlarm | null> {
  const row = await tx.first(shown(scope, pastAlarms(scope).where('alarm.id', '=', id)));
  return row === undefined ? null : pastAlarmOf(row);
}

/** Alarms that go on. */
export async function countAlarms(
  tx: Transaction,
  scope: Asker,
  { enterpriseUUID, siteUUID }: Pick<AlarmFilters, 'enterpriseUUID' | 'siteUUID'>,
): Promise<AlarmCounts | null> {
  const rows = await tx.all(
    narrowed(scope, currentAlarms(scope), { enterpriseUUID, siteUUID })
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
  // Without any device class only alarms of sites themselves are seen: that there are none says nothing.
  if (total === 0 && !seesDevices(scope)) return null;
  return { total, unconfirmed, levels };
}

export interface CurrentPlace extends LogPosition {
  readonly alarm: Alarm;
}
export interface PastPlace extends LogPosition {
  readonly alarm: PastAlarm;
}

const CURRENT_ORDER: LogOrder = { at: 'alarm.raised_at', id: 'alarm.id' };
const PAST_ORDER: LogOrder = { at: 'alarm.cleared_at', id: 'alarm.id' };

/** Newest first, some at a time. */
export async function someCurrent(
  tx: Transaction,
  scope: Asker,
  filters: CurrentFilters,
  after: LogPosition | null,
  atMost: number,
): Promise<CurrentPlace[]> {
  const found = shown(scope, foundCurrent(scope, filters)).select(placeOf(CURRENT_ORDER));
  const rows = await readLogAfter(tx, found, CURRENT_ORDER, after, atMost);
  return rows.map((row) => ({ id: row.id, place: row.place, alarm: alarmOf(row) }));
}

/** Those that ended last first, some at a time. */
export async function somePast(
  tx: Transaction,
  scope: Asker,
  filters: AlarmFilters,
  after: LogPosition | null,
  atMost: number,
): Promise<PastPlace[]> {
  const found = shown(scope, foundPast(scope, filters)).select(placeOf(PAST_ORDER));
  const rows = await readLogAfter(tx, found, PAST_ORDER, after, atMost);
  return rows.map((row) => ({ id: row.id, place: row.place, alarm: pastAlarmOf(row) }));
}
