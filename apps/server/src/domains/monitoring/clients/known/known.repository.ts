import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { KnownTerminal, OnlineTerminal } from '@airloom/contract/clients/online.model';
import { DAY } from '@airloom/contract/time';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { blockedNow, onlineAmong, type Place } from '../online/online.repository.ts';
import { type BoundSearch, boundSearch, matchesClient, searchClients } from './client-search.repository.ts';
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

/** Clients by the last visible place where they were; a client has one row per site and kind of device. */
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

const SEEN_AT = 'known_terminal.last_seen_at';

async function searchKnown(
  tx: Transaction,
  scope: Asker,
  place: Place,
  text: string,
  now: Date,
): Promise<BoundSearch | null> {
  const search = await searchClients(tx, scope, text);
  return boundSearch(tx, search, SEEN_AT, knownClients(scope, place, now));
}

function foundClients(scope: Asker, place: Place, search: BoundSearch | null, now: Date) {
  return knownClients(scope, place, now)
    .where(matchesClient(scope, search, 'known_terminal', SEEN_AT))
    .where(isLatest(scope, place));
}

function shown(found: ReturnType<typeof foundClients>, now: Date) {
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

/** One page of the clients seen lately, latest first unless ascending is requested. */
export async function listKnown(
  tx: Transaction,
  scope: Asker,
  { page, size, sort, search: text, ...place }: Place & PageRequest,
  now: Date,
): Promise<{ total: number; rows: KnownTerminal[]; isPartial: boolean }> {
  const search = await searchKnown(tx, scope, place, text, now);
  const found = foundClients(scope, place, search, now);
  const direction = sort === 'lastSeenAt' ? 'asc' : 'desc';
  const { countedMax } = CLIENT_LIMITS;
  const offset = (page - 1) * size;
  const [rows, counted] = await Promise.all([
    offset >= countedMax
      ? []
      : tx.all(
          shown(found, now)
            .orderBy('known_terminal.last_seen_at', direction)
            .orderBy('known_terminal.mac', direction)
            .limit(size)
            .offset(offset),
        ),
    tx.first(sql<{ total: number }>`
      select count(*)::int as total from ${found.select(sql`1`.as('one')).limit(countedMax)} as found`),
  ]);
  return {
    total: counted?.total ?? 0,
    rows: await clientsOf(tx, scope, place, rows, now),
    isPartial: search !== null && search.since !== null,
  };
}

/** The latest clients that match a text, for the search in everything. */
export async function findClients(
  tx: Transaction,
  scope: Asker,
  text: string,
  atMost: number,
  now: Date,
): Promise<KnownTerminal[]> {
  const search = await searchKnown(tx, scope, {}, text, now);
  const rows = await tx.all(
    shown(foundClients(scope, {}, search, now), now)
      .orderBy('known_terminal.last_seen_at', 'desc')
      .orderBy('known_terminal.mac', 'desc')
      .limit(atMost),
  );
  return clientsOf(tx, scope, {}, rows, now);
}
