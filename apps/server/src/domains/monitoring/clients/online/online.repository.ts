import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { OnlineCounts, OnlineTerminal } from '@airloom/contract/clients/online.model';
import type { Band } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { type PageRequest, readPage, type Sorting } from '../../../../platform/database/paging.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { isThere, sessionsInReach, withPlaces } from '../history/sessions-in-reach.repository.ts';
import { boundSearch, matchesClient, searchClients } from '../known/client-search.repository.ts';
import { scoreOf } from '../sessions/experience-score.ts';
import { type Newest, newestFigures, newestKey } from './newest-figures.repository.ts';

export type OnlineFilters = Omit<z.output<typeof onlineCalls.listOnlineTerminals.input>, keyof PageRequest>;
export type Place = Pick<OnlineFilters, 'enterpriseUUID' | 'siteUUID'>;

/** Open sessions at visible devices, in one place or everywhere. */
function openSessions(scope: Asker, { enterpriseUUID, siteUUID }: Place, now: Date) {
  let found = sessionsInReach(scope).where(isThere(now));
  if (siteUUID !== undefined) found = found.where('terminal_session.site_id', '=', siteUUID);
  if (enterpriseUUID !== undefined) {
    const sites = sqlBuilder
      .selectFrom('site')
      .select('site.id')
      .where('site.tenant_id', '=', scope.tenant)
      .where('site.enterprise_id', '=', enterpriseUUID);
    found = found.where('terminal_session.site_id', 'in', sites);
  }
  return found;
}

function filteredSessions(scope: Asker, filters: OnlineFilters, now: Date) {
  let found = openSessions(scope, filters, now);
  const { deviceUUID, ssid, band, signalMost } = filters;
  if (deviceUUID !== undefined) found = found.where('terminal_session.device_id', '=', deviceUUID);
  if (ssid !== undefined) found = found.where('terminal_session.ssid', '=', ssid);
  if (band === 'wired') found = found.where('terminal_session.band', 'is', null);
  else if (band !== undefined) found = found.where('terminal_session.band', '=', band);
  if (signalMost !== undefined) found = found.where('terminal_session.signal_last', '<=', signalMost);
  return found;
}

/** Blocked at this moment. */
export function blockedNow(now: Date) {
  return sql<boolean>`(terminal.blocked_at is not null
    and (terminal.blocked_until is null or terminal.blocked_until > ${now}::timestamptz))`;
}

function shown(found: ReturnType<typeof openSessions>, now: Date) {
  return withPlaces(found)
    .leftJoin('terminal', (join) =>
      join
        .onRef('terminal.tenant_id', '=', 'terminal_session.tenant_id')
        .onRef('terminal.mac', '=', 'terminal_session.mac'),
    )
    .select(['terminal.name as given_name', 'terminal.kind as kind', blockedNow(now).as('is_blocked')])
    .select('device.virtual');
}

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
/** Reported addresses may be invalid; only valid ones sort as addresses. */
const IPV4 = sql.lit(`^${OCTET}(\\.${OCTET}){3}$`);

/** Sort columns are the stored values; shown figures may be some minutes newer. */
const SORTING: Sorting = {
  by: {
    name: sql`lower(coalesce(nullif(terminal.name, ''), nullif(terminal_session.hostname, ''), terminal_session.mac))`,
    ip: sql`case when terminal_session.ip ~ ${IPV4} then terminal_session.ip::inet end`,
    signal: sql`terminal_session.signal_last`,
    startedAt: sql`terminal_session.started_at`,
    upBytes: sql`terminal_session.rx_bytes`,
    downBytes: sql`terminal_session.tx_bytes`,
  },
  unknownLast: ['ip', 'signal'],
  usual: '-startedAt',
  id: sql`terminal_session.id`,
};

/** Counters restart with the connection; the stored total never decreases. */
function grown(kept: unknown, counter: unknown, now: number | undefined): number {
  return Number(kept) + Math.max(0, (now ?? 0) - Number(counter));
}

function onlineOf(row: Shown, newest: Newest | undefined): OnlineTerminal {
  const wireless = newest?.sample.wireless ?? null;
  return {
    mac: row.mac,
    name: row.given_name || row.hostname,
    hostname: row.hostname,
    kind: row.kind ?? 'unknown',
    ip: newest?.sample.ip ?? row.ip,
    device: { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
    virtual: row.virtual,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    ssid: row.ssid,
    band: row.band,
    channel: wireless?.channel ?? row.channel,
    port: row.port,
    signal: wireless?.signal ?? row.signal_last,
    upRateKbps: wireless?.rxRateKbps ?? null,
    downRateKbps: wireless?.txRateKbps ?? null,
    upBytes: grown(row.rx_bytes, row.counter_rx, newest?.sample.traffic.rxBytes),
    downBytes: grown(row.tx_bytes, row.counter_tx, newest?.sample.traffic.txBytes),
    startedAt: row.started_at.toISOString(),
    score: newest?.served ? scoreOf(newest.served) : null,
    isBlocked: row.is_blocked,
  };
}

export async function listOnline(
  tx: Transaction,
  scope: Asker,
  request: OnlineFilters & PageRequest,
  now: Date,
): Promise<{ total: number; rows: OnlineTerminal[]; isPartial: boolean }> {
  const filtered = filteredSessions(scope, request, now);
  const startedAt = 'terminal_session.started_at';
  const search = await boundSearch(tx, await searchClients(tx, scope, request.search), startedAt, filtered);
  const found = filtered.where(matchesClient(scope, search, 'terminal_session', startedAt));
  const { total, rows } = await readPage(tx, request, found, shown(found, now), SORTING);
  const newest = await newestFigures(tx, scope, rows);
  return {
    total,
    rows: rows.map((row) => onlineOf(row, newest.get(newestKey(row.device_id, row.mac)))),
    isPartial: search !== null && search.since !== null,
  };
}

/** Those of these clients that are online, by MAC address; each at the device it joined last. */
export async function onlineAmong(
  tx: Transaction,
  scope: Asker,
  place: Place,
  macs: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, OnlineTerminal>> {
  if (macs.length === 0) return new Map();
  const rows = await tx.all(
    shown(openSessions(scope, place, now), now)
      .where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`)
      .orderBy('terminal_session.started_at')
      .orderBy('terminal_session.id'),
  );
  const newest = await newestFigures(tx, scope, rows);
  return new Map(rows.map((row) => [row.mac, onlineOf(row, newest.get(newestKey(row.device_id, row.mac)))]));
}

/** The latest open session of a client. */
export async function findOnline(
  tx: Transaction,
  scope: Asker,
  mac: string,
  now: Date,
): Promise<{ online: OnlineTerminal; served: Newest['served'] } | null> {
  const row = await tx.first(
    shown(openSessions(scope, {}, now).where('terminal_session.mac', '=', mac), now)
      .orderBy('terminal_session.started_at', 'desc')
      .limit(1),
  );
  if (row === undefined) return null;
  const newest = (await newestFigures(tx, scope, [row])).get(newestKey(row.device_id, mac));
  return { online: onlineOf(row, newest), served: newest?.served ?? null };
}

/** Number of the largest networks that are listed. */
const SSIDS_SHOWN = 20;

/** A roamed client has a session at both devices until the former one ends; it counts at the latest. */
export async function countOnline(
  tx: Transaction,
  scope: Asker,
  place: Place,
  now: Date,
): Promise<OnlineCounts> {
  const clients = openSessions(scope, place, now)
    .select(['terminal_session.band', 'terminal_session.ssid', 'terminal_session.signal_last'])
    .distinctOn('terminal_session.mac')
    .orderBy('terminal_session.mac')
    .orderBy('terminal_session.started_at', 'desc');
  const rows = await tx.all(
    sqlBuilder
      .selectFrom(clients.as('client'))
      .select([
        'client.band',
        'client.ssid',
        sql<number>`count(*)::int`.as('terminals'),
        sql<number>`count(*) filter (where client.signal_last <= ${CLIENT_LIMITS.weakSignal})::int`.as(
          'weak',
        ),
      ])
      .groupBy(['client.band', 'client.ssid']),
  );
  const bands = new Map<Band | null, number>();
  const ssids = new Map<string, number>();
  for (const { band, ssid, terminals } of rows) {
    bands.set(band, (bands.get(band) ?? 0) + terminals);
    if (ssid !== '') ssids.set(ssid, (ssids.get(ssid) ?? 0) + terminals);
  }
  return {
    total: rows.reduce((sum, { terminals }) => sum + terminals, 0),
    weak: rows.reduce((sum, { weak }) => sum + weak, 0),
    bands: [...bands].map(([band, terminals]) => ({ band, terminals })),
    ssids: [...ssids]
      .map(([ssid, terminals]) => ({ ssid, terminals }))
      .sort((one, other) => other.terminals - one.terminals || (one.ssid < other.ssid ? -1 : 1))
      .slice(0, SSIDS_SHOWN),
  };
}
