import type { Alarm, AlarmCounts, PastAlarm } from '@airloom/contract/alarms/alarms.model';
import type { alarmFilters } from '@airloom/contract/alarms/alarms.rules';
import type { AlarmState, ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { type LogOrder, type LogPlace, placeOf, readLogAfter } from '../../platform/database/log-rows.ts';
import {
  containing,
  type PageRequest,
  readFoundIds,
  readPage,
  type Sorting,
} from '../../platform/database/paging.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';
import { pastNames } from './alarm-names.repository.ts';
import { currentAlarms, inSites, pastAlarms, sitesOf, visibleAlarms } from './visible-alarms.ts';

export type AlarmFilters = z.output<typeof alarmFilters> & { readonly search: string };
export type CurrentFilters = AlarmFilters & { readonly state?: AlarmState | undefined };

type Found = ReturnType<typeof visibleAlarms>;

function narrowed({ tenant }: Asker, alarms: Found, filters: Omit<AlarmFilters, 'search'>): Found {
  const { type, level, enterpriseUUID, siteUUID, deviceUUID } = filters;
  let found = alarms;
  if (type !== undefined) found = found.where('alarm.type', '=', type);
  if (level !== undefined) found = found.where('alarm.level', '=', level);
  if (siteUUID !== undefined) found = found.where('alarm.site_id', '=', siteUUID);
  if (deviceUUID !== undefined) found = found.where('alarm.device_id', '=', deviceUUID);
  if (enterpriseUUID !== undefined) {
    found = found.where(inSites(sitesOf({ tenant }).where('site.enterprise_id', '=', enterpriseUUID)));
  }
  return found;
}

/**
 * As it was called when the alarm was raised. Of a plain LIKE the planner expects next to nothing, and would read all
 * there is where the first thousands are enough.
 */
function named(search: string) {
  return sql<boolean>`coalesce(alarm.search like (select lower(${containing(search)})), false)`;
}

/** What was renamed since is found by either name. */
function nowNamed(scope: Asker, search: string) {
  const pattern = sql<string>`(select lower(${containing(search)}))`;
  const devices = visibleDevices(scope).select('device.id').where('device.sort_name', 'like', pattern);
  const sites = sitesOf(scope).where(sql<string>`lower(site.name)`, 'like', pattern);
  return sql<boolean>`(${named(search)} or ${inSites(sites)} or alarm.device_id in (${devices}))`;
}

function foundCurrent(scope: Asker, filters: CurrentFilters): Found {
  const { state, from, to } = filters;
  let found = narrowed(scope, currentAlarms(scope), filters);
  if (filters.search !== '') found = found.where(nowNamed(scope, filters.search));
  if (state !== undefined) found = found.where('alarm.state', '=', state);
  if (from !== undefined) found = found.where('alarm.raised_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}

/** Those that went on at any time between. */
function foundPast(scope: Asker, filters: AlarmFilters, called = named(filters.search)): Found {
  const { from, to } = filters;
  let found = narrowed(scope, pastAlarms(scope), filters);
  if (filters.search !== '') found = found.where(called);
  if (from !== undefined) found = found.where('alarm.cleared_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('alarm.raised_at', '<=', new Date(to));
  return found;
}

function shown(scope: Asker, found: Found) {
  return found
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'alarm.tenant_id').onRef('site.id', '=', 'alarm.site_id'),
    )
    .leftJoin('alarm_rule', (join) =>
      join.onRef('alarm_rule.tenant_id', '=', 'alarm.tenant_id').onRef('alarm_rule.id', '=', 'alarm.rule_id'),
    )
    .leftJoin(
      visibleDevices(scope).select(['device.id', 'device.kind', 'device.name']).as('device'),
      (join) => join.onRef('device.id', '=', 'alarm.device_id'),
    )
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.level',
      'alarm.state',
      'alarm_rule.id as rule_id',
      sql<string>`coalesce(alarm_rule.name, alarm.rule_name)`.as('rule_name'),
      'alarm.shipped',
      'alarm.site_id',
      sql<string>`coalesce(site.name, alarm.site_name)`.as('site_name'),
      'device.id as device_id',
      'device.kind as device_kind',
      sql<string>`coalesce(device.name, alarm.device_name)`.as('device_name'),
      'alarm.part',
      'alarm.value',
      'alarm.threshold',
      sql<number>`(select count(*)::int from alarm_consequence
        where alarm_consequence.tenant_id = alarm.tenant_id and alarm_consequence.alarm_id = alarm.id)`.as(
        'consequences',
      ),
      'alarm.raised_at',
      'alarm.confirmed_at',
      'alarm.confirmed_by_name',
      'alarm.confirm_note',
      'alarm.cleared_at',
      'alarm.clear_reason',
      'alarm.cleared_by_name',
      'alarm.clear_note',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

function alarmOf(row: Row): Alarm {
  return {
    alarmUUID: row.id,
    type: row.type,
    level: row.level,
    state: row.state,
    ruleUUID: row.rule_id,
    ruleName: row.rule_name,
    shipped: row.shipped,
    siteUUID: row.site_id,
    siteName: row.site_name,
    device:
      row.device_id === null || row.device_kind === null
        ? null
        : { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
    deviceName: row.device_name,
    part: row.part,
    value: row.value,
    threshold: row.threshold,
    consequences: row.consequences,
    raisedAt: row.raised_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: row.confirmed_by_name,
    confirmNote: row.confirm_note,
  };
}

function ended(row: Row): { readonly at: Date; readonly reason: ClearReason } {
  if (row.cleared_at === null || row.clear_reason === null) throw new Error(`Alarm ${row.id} goes on`);
  return { at: row.cleared_at, reason: row.clear_reason };
}

function pastAlarmOf(row: Row): PastAlarm {
  const { alarmUUID, ...alarm } = alarmOf(row);
  const { at, reason } = ended(row);
  return {
    ...alarm,
    alarmHistoryUUID: alarmUUID,
    clearedAt: at.toISOString(),
    clearReason: reason,
    clearedBy: row.cleared_by_name,
    clearNote: row.clear_note,
  };
}

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
  const names = request.search === '' ? null : await pastNames(tx, scope, request.search);
  const called = names === null ? undefined : sql<boolean>`alarm.search = any(${names}::text[])`;
  const { total, rows } = await pageOf(tx, scope, request, foundPast(scope, request, called), PAST_SORTING);
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
): Promise<AlarmCounts> {
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
  return { total, unconfirmed, levels };
}

export interface CurrentPlace extends LogPlace {
  readonly alarm: Alarm;
}
export interface PastPlace extends LogPlace {
  readonly alarm: PastAlarm;
}

const CURRENT_ORDER: LogOrder = { at: 'alarm.raised_at', id: 'alarm.id' };
const PAST_ORDER: LogOrder = { at: 'alarm.cleared_at', id: 'alarm.id' };

/** Newest first, some at a time. */
export async function someCurrent(
  tx: Transaction,
  scope: Asker,
  filters: CurrentFilters,
  after: LogPlace | null,
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
  after: LogPlace | null,
  atMost: number,
): Promise<PastPlace[]> {
  const found = shown(scope, foundPast(scope, filters)).select(placeOf(PAST_ORDER));
  const rows = await readLogAfter(tx, found, PAST_ORDER, after, atMost);
  return rows.map((row) => ({ id: row.id, place: row.place, alarm: pastAlarmOf(row) }));
}
