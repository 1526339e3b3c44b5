import { macDigits, macWithColons } from '@airloom/contract/clients/client-mac';
import { END_REASONS, type TerminalSession } from '@airloom/contract/clients/clients.model';
import type { terminalLogFilters } from '@airloom/contract/clients/clients.rules';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import {
  type LogOrder,
  type LogPosition,
  placeOf,
  readLogAfter,
  readLogPage,
} from '../../../../platform/database/log-rows.ts';
import { containing, type PageRequest } from '../../../../platform/database/paging.ts';
import { isAmong, isWithinSearch, rareMatches } from '../../../../platform/database/text-search.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import { isAtOrganization } from '../../../people/organizations/index.ts';
import { sessionsInReach, withPlaces } from './sessions-in-reach.repository.ts';

export type LogFilters = z.output<typeof terminalLogFilters> & { readonly search: string };

const ORDER: LogOrder = { at: 'terminal_session.started_at', id: 'terminal_session.id' };

/** Normalizes an address or its beginning to the stored form. */
export function macStart(text: string): string | null {
  const digits = macDigits(text);
  return digits === null ? null : macWithColons(digits);
}

/** `rare` is the result of {@link rareMatches} for the search text. */
function foundSessions(scope: Asker, filters: LogFilters, rare: readonly string[] | null) {
  let devices = visibleDevices(scope);
  if (filters.deviceUUID !== undefined) devices = devices.where('device.id', '=', filters.deviceUUID);
  let found = sessionsInReach(scope, devices);
  const { deviceUUID, visitUUID, enterpriseUUID, siteUUID, ssid, from, to, search } = filters;
  if (deviceUUID !== undefined) found = found.where('terminal_session.device_id', '=', deviceUUID);
  if (visitUUID !== undefined) found = found.where('terminal_session.visit_id', '=', visitUUID);
  if (siteUUID !== undefined) found = found.where('terminal_session.site_id', '=', siteUUID);
  if (enterpriseUUID !== undefined) {
    found = found.where(isAtOrganization(scope, 'terminal_session.site_id', enterpriseUUID));
  }
  if (ssid !== undefined) found = found.where('terminal_session.ssid', '=', ssid);
  if (filters.mac !== undefined) {
    const start = macStart(filters.mac);
    // ';' follows ':' in byte order, so this range holds every address with the prefix.
    found =
      start === null
        ? found.where(sql<boolean>`false`)
        : found.where('terminal_session.mac', '>=', start).where('terminal_session.mac', '<', `${start}g`);
  }
  // Sessions that overlap the span.
  if (to !== undefined) found = found.where('terminal_session.started_at', '<=', new Date(to));
  if (from !== undefined) {
    const since = new Date(from);
    found = found.where((where) =>
      where.or([
        where('terminal_session.ended_at', 'is', null),
        where('terminal_session.ended_at', '>=', since),
      ]),
    );
  }
  if (search !== '') {
    const pattern = containing(search);
    found = found
      .where(isAmong('terminal_session.id', rare))
      .where(isWithinSearch(search, 'terminal_session.started_at', found))
      .where((where) =>
        where.or([
          where('terminal_session.mac', 'like', containing(search.toLowerCase())),
          where('terminal_session.hostname', 'ilike', pattern),
          where('terminal_session.ip', 'like', pattern),
          where('terminal_session.ssid', 'ilike', pattern),
        ]),
      );
  }
  return found;
}

function shown(found: ReturnType<typeof foundSessions>) {
  return withPlaces(found).select(placeOf(ORDER));
}

export type ShownSession = ReturnType<typeof shown> extends { execute(): Promise<(infer R)[]> } ? R : never;

export function sessionOf(row: ShownSession): Omit<TerminalSession, 'visitSessions'> {
  const until = row.ended_at ?? row.last_seen_at;
  return {
    sessionUUID: row.id,
    visitUUID: row.visit_id,
    mac: row.mac,
    ip: row.ip,
    hostname: row.hostname,
    deviceUUID: row.device_id,
    deviceKind: row.device_kind,
    deviceName: row.device_name,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    ssid: row.ssid,
    band: row.band,
    channel: row.channel,
    port: row.port,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: END_REASONS.find((reason) => reason === row.end_reason) ?? null,
    durationSeconds: Math.max(0, Math.round((until.getTime() - row.started_at.getTime()) / 1000)),
    upBytes: Number(row.rx_bytes),
    downBytes: Number(row.tx_bytes),
    signalLast: row.signal_last,
    signalWorst: row.signal_min,
    signalAverage: row.signal_samples === 0 ? null : Math.round(row.signal_sum / row.signal_samples),
  };
}

export async function listSessions(tx: Transaction, scope: Asker, request: LogFilters & PageRequest) {
  const rare = await rareMatches(tx, 'terminal_session', request.search);
  const found = foundSessions(scope, request, rare);
  const { total, rows } = await readLogPage(tx, request, found, shown(found), ORDER);
  return { total, rows: await withVisits(tx, scope, rows) };
}

async function withVisits(
  tx: Transaction,
  scope: Asker,
  rows: readonly ShownSession[],
): Promise<TerminalSession[]> {
  const sessions = await sessionsOfVisits(tx, scope, rows);
  return rows.map((row) => ({ ...sessionOf(row), visitSessions: sessions.get(row.visit_id) ?? 1 }));
}

/** The newest sessions of one client in a span, newest first. */
export async function sessionsBetween(
  tx: Transaction,
  scope: Asker,
  { mac, from, to }: { readonly mac: string; readonly from: string; readonly to: string },
  atMost: number,
): Promise<TerminalSession[]> {
  const rows = await sessionsAfter(tx, scope, { mac, from, to, search: '', rare: null }, null, atMost);
  return withVisits(tx, scope, rows);
}

/** A visit belongs to one client; its sessions are found by address. */
async function sessionsOfVisits(
  tx: Transaction,
  scope: Asker,
  shownRows: readonly ShownSession[],
): Promise<ReadonlyMap<string, number>> {
  const macs = shownRows.map(({ mac }) => mac);
  const visits = shownRows.map((row) => row.visit_id);
  const rows = await tx.all(
    sessionsInReach(scope)
      .select(['visit_id', sql<number>`count(*)::int`.as('sessions')])
      .where('mac', '=', sql<string>`any(${macs}::text[])`)
      .where('visit_id', '=', sql<string>`any(${visits}::uuid[])`)
      .groupBy('visit_id'),
  );
  return new Map(rows.map((row) => [row.visit_id, row.sessions]));
}

export function sessionsAfter(
  tx: Transaction,
  scope: Asker,
  filters: LogFilters & { readonly rare: readonly string[] | null },
  after: LogPosition | null,
  atMost: number,
): Promise<ShownSession[]> {
  return readLogAfter(tx, shown(foundSessions(scope, filters, filters.rare)), ORDER, after, atMost);
}
