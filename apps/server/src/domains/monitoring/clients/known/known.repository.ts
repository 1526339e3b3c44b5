import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { KnownTerminal, OnlineTerminal } from '@airloom/contract/clients/online.model';
import { DAY } from '@airloom/contract/time';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { blockedNow, onlineAmong, type Place } from '../online/online.repository.ts';
import {
  type ClientSearch,
  isAmongMacs,
  isWholeAddress,
  matchesClient,
  SEARCHED_ROWS,
  searchClients,
} from './client-search.repository.ts';
import { isVisible } from './visible-clients.ts';

function isIn({ tenant }: Asker, { siteUUID, enterpriseUUID }: Place, row: string): RawBuilder<boolean> {
  const site = sql.ref(`${row}.site_id`);
  const conditions = [sql<boolean>`true`];
  if (siteUUID !== undefined) conditions.push(sql<boolean>`${site} = ${siteUUID}`);
  if (enterpriseUUID !== undefined) {
    conditions.push(
      sql<boolean>`${site} in (select id from site where tenant_id = ${tenant} and enterprise_id = ${enterpriseUUID})`,
    );
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const ORDER = (row: string) =>
  sql`(${sql.ref(`${row}.last_seen_at`)}, ${sql.ref(`${row}.device_id`)}, ${sql.ref(`${row}.site_id`)}::text)`;

const SEEN_AT = 'known_terminal.last_seen_at';

/** Visible places of clients; a client has one row per site and kind of device. */
function knownClients(scope: Asker, place: Place, now: Date) {
  const since = new Date(now.getTime() - CLIENT_LIMITS.knownDays * DAY);
  return sqlBuilder
    .selectFrom('known_terminal')
    .where('known_terminal.tenant_id', '=', scope.tenant)
    .where('known_terminal.last_seen_at', '>', since)
    .where(isVisible(scope, 'known_terminal'))
    .where(isIn(scope, place, 'known_terminal'));
}

/** Looked up for each row: as `not exists` it becomes a join with all clients of the account. */
function isLatest(scope: Asker, place: Place): RawBuilder<boolean> {
  return sql<boolean>`(
    select true from known_terminal later
    where later.tenant_id = ${scope.tenant} and later.mac = known_terminal.mac
      and ${ORDER('later')} > ${ORDER('known_terminal')}
      and ${isVisible(scope, 'later')} and ${isIn(scope, place, 'later')}
    limit 1) is null`;
}

interface Paging {
  readonly direction: 'asc' | 'desc';
  readonly size: number;
  readonly offset: number;
}

interface FoundPage {
  readonly macs: readonly string[];
  readonly total: number;
  /** More clients than were searched. */
  readonly isPartial: boolean;
}

/**
 * The addresses on a page of the clients that match. A client matches by the last visible place where it was. Without a
 * useful index the latest clients are searched.
 */
async function findPage(
  tx: Transaction,
  scope: Asker,
  place: Place,
  search: ClientSearch,
  { direction, size, offset }: Paging,
  now: Date,
): Promise<FoundPage> {
  const { start, macs } = search;
  const visible = knownClients(scope, place, now).select(['known_terminal.mac', SEEN_AT]);
  const compared =
    start === null
      ? visible.select([
          'known_terminal.hostname',
          'known_terminal.ip',
          'known_terminal.device_id',
          'known_terminal.site_id',
        ])
      : visible;
  const searched =
    macs === null
      ? compared.orderBy(SEEN_AT, 'desc').orderBy('known_terminal.mac', 'desc').limit(SEARCHED_ROWS)
      : compared.where(isAmongMacs('known_terminal.mac', macs));
  // In byte order, which is much faster than the order of a language.
  const lastPlaces =
    start === null
      ? sql`select distinct on (mac collate "C") * from searched
            order by mac collate "C", last_seen_at desc, device_id desc, site_id::text desc`
      : sql`select mac collate "C" as mac, max(last_seen_at) as last_seen_at from searched group by mac collate "C"`;
  const way = sql.raw(direction);
  const page = await tx.first(sql<{ searched: number; total: number; macs: string[] }>`
    with searched as materialized (${searched}),
    found as materialized (
      select mac, last_seen_at from (${lastPlaces}) as known_terminal
      where ${matchesClient(scope, search, 'known_terminal')})
    select (select count(*)::int from searched) as searched, (select count(*)::int from found) as total,
      array(select mac from found order by last_seen_at ${way}, mac ${way} limit ${size} offset ${offset}) as macs`);
  const isPartial = macs === null && page !== undefined && page.searched > CLIENT_LIMITS.searchedMax;
  return { macs: page?.macs ?? [], total: page?.total ?? 0, isPartial };
}

/** The number of clients in a place; of many rows only the latest are counted. */
async function countClients(tx: Transaction, scope: Asker, place: Place, now: Date): Promise<number> {
  const { countedMax } = CLIENT_LIMITS;
  const latest = knownClients(scope, place, now)
    .select('known_terminal.mac')
    .orderBy(SEEN_AT, 'desc')
    .limit(sql.lit(countedMax));
  const counted = await tx.first(sql<{ rows: number; clients: number }>`
    select count(*)::int as rows, count(distinct mac collate "C")::int as clients
    from ${latest} as latest`);
  if (counted === undefined) return 0;
  return counted.rows === countedMax ? countedMax : counted.clients;
}

function shown(found: ReturnType<typeof knownClients>, now: Date) {
  return found
    .leftJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'known_terminal.tenant_id')
        .onRef('device.id', '=', 'known_terminal.device_id'),
    )
    .leftJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'known_terminal.tenant_id')
        .onRef('site.id', '=', 'known_terminal.site_id'),
    )
    .leftJoin('terminal', (join) =>
      join
        .onRef('terminal.tenant_id', '=', 'known_terminal.tenant_id')
        .onRef('terminal.mac', '=', 'known_terminal.mac'),
    )
    .selectAll('known_terminal')
    .select([
      'device.kind as kind_of_device',
      'device.name as device_name',
      'device.virtual as is_virtual',
      'site.name as site_name',
      'terminal.name as given_name',
      'terminal.kind as kind',
      blockedNow(now).as('is_blocked'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

function clientOf(row: Row, online: OnlineTerminal | undefined): KnownTerminal {
  if (online !== undefined) {
    const { startedAt: _, score: __, upRateKbps: ___, downRateKbps: ____, ...client } = online;
    return { ...client, isOnline: true, lastSeenAt: row.last_seen_at.toISOString() };
  }
  return {
    mac: row.mac,
    name: row.given_name || row.hostname,
    hostname: row.hostname,
    kind: row.kind ?? 'unknown',
    isOnline: false,
    ip: row.ip,
    virtual: row.is_virtual ?? false,
    device:
      row.kind_of_device === null
        ? null
        : { deviceUUID: row.device_id, kind: row.kind_of_device, name: row.device_name ?? '' },
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    ssid: row.ssid,
    band: row.band,
    channel: row.channel,
    port: row.port,
    signal: row.signal,
    upBytes: Number(row.rx_bytes),
    downBytes: Number(row.tx_bytes),
    lastSeenAt: row.last_seen_at.toISOString(),
    isBlocked: row.is_blocked ?? false,
  };
}

async function clientsOf(
  tx: Transaction,
  scope: Asker,
  place: Place,
  rows: readonly Row[],
  now: Date,
): Promise<KnownTerminal[]> {
  const macs = rows.map(({ mac }) => mac);
  const online = await onlineAmong(tx, scope, place, macs, now);
  return rows.map((row) => clientOf(row, online.get(row.mac)));
}

/** These clients at the last visible place where they were. */
function clientsAmong(
  tx: Transaction,
  scope: Asker,
  place: Place,
  macs: readonly string[],
  direction: Paging['direction'],
  now: Date,
): Promise<readonly Row[]> {
  if (macs.length === 0) return Promise.resolve([]);
  return tx.all(
    shown(knownClients(scope, place, now).where(isLatest(scope, place)), now)
      .where(isAmongMacs('known_terminal.mac', macs))
      .orderBy(SEEN_AT, direction)
      .orderBy('known_terminal.mac', direction),
  );
}

/** One page of the clients seen lately, latest first unless ascending is requested. */
export async function listKnown(
  tx: Transaction,
  scope: Asker,
  { page, size, sort, search: text, ...place }: Place & PageRequest,
  now: Date,
): Promise<{ total: number; rows: KnownTerminal[]; isPartial: boolean }> {
  const paging: Paging = {
    direction: sort === 'lastSeenAt' ? 'asc' : 'desc',
    size,
    offset: (page - 1) * size,
  };
  const search = await searchClients(tx, scope, text);
  if (search === null) return listAll(tx, scope, place, paging, now);
  if (isWholeAddress(search)) {
    const rows = await clientsAmong(tx, scope, place, [search.start], 'desc', now);
    const isShown = paging.offset === 0;
    return {
      total: rows.length,
      rows: isShown ? await clientsOf(tx, scope, place, rows, now) : [],
      isPartial: false,
    };
  }
  const { macs, total, isPartial } = await findPage(tx, scope, place, search, paging, now);
  const rows = await clientsAmong(tx, scope, place, macs, paging.direction, now);
  return { total, rows: await clientsOf(tx, scope, place, rows, now), isPartial };
}

async function listAll(
  tx: Transaction,
  scope: Asker,
  place: Place,
  { direction, size, offset }: Paging,
  now: Date,
): Promise<{ total: number; rows: KnownTerminal[]; isPartial: boolean }> {
  const [rows, total] = await Promise.all([
    offset >= CLIENT_LIMITS.countedMax
      ? []
      : tx.all(
          shown(knownClients(scope, place, now).where(isLatest(scope, place)), now)
            .orderBy(SEEN_AT, direction)
            .orderBy('known_terminal.mac', direction)
            .limit(size)
            .offset(offset),
        ),
    countClients(tx, scope, place, now),
  ]);
  return { total, rows: await clientsOf(tx, scope, place, rows, now), isPartial: false };
}

/** The latest clients that match a text, for the search in everything. */
export async function findClients(
  tx: Transaction,
  scope: Asker,
  text: string,
  atMost: number,
  now: Date,
): Promise<KnownTerminal[]> {
  const search = await searchClients(tx, scope, text);
  if (search === null) return [];
  const paging = { direction: 'desc', size: atMost, offset: 0 } as const;
  const { macs } = isWholeAddress(search)
    ? { macs: [search.start] }
    : await findPage(tx, scope, {}, search, paging, now);
  return clientsOf(tx, scope, {}, await clientsAmong(tx, scope, {}, macs, 'desc', now), now);
}
