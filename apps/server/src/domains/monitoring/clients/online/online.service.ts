import { isMadeUp } from '@airloom/contract/clients/client-kinds';
import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { TerminalDetail, TerminalTimeline } from '@airloom/contract/clients/online.model';
import type { TimeWindow } from '@airloom/contract/telemetry/time-window';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import type { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { chartWindow } from '../../telemetry/index.ts';
import type { ShownTerminals } from '../clients.live.ts';
import { sessionsBetween } from '../history/client-log.repository.ts';
import * as known from '../known/known.repository.ts';
import { hintsOf, type RecentEvents } from '../sessions/experience-score.ts';
import { loggedClients, requireOwn, requireTerminal } from '../sessions/known-clients.ts';
import { readSamples } from '../sessions/minutes.repository.ts';
import { minutesFrom } from '../sessions/minutes.ts';
import * as terminals from './client.repository.ts';
import { headlineOf } from './headline.ts';
import * as repository from './online.repository.ts';
import * as timelines from './timeline.repository.ts';

const WEEK_MS = 7 * DAY;
/** The latest sessions that are checked for problems. */
const HEADLINE_SESSIONS = 50;

export function listOnline(
  { database, now }: Platform,
  scope: Scope,
  request: repository.OnlineFilters & PageRequest,
) {
  return database.withTenant(scope, (tx) => repository.listOnline(tx, scope, request, now()));
}

export function listKnown(
  { database, now }: Platform,
  scope: Scope,
  request: repository.Place & PageRequest,
) {
  return database.withTenant(scope, (tx) => known.listKnown(tx, scope, request, now()));
}

export function countOnline({ database, now }: Platform, scope: Scope, place: repository.Place) {
  return database.withTenant(scope, (tx) => repository.countOnline(tx, scope, place, now()));
}

export function listBlocked({ database, now }: Platform, scope: Scope, request: PageRequest) {
  return database.withTenant(scope, (tx) => terminals.listBlocked(tx, scope, request, now()));
}

/** @throws {Failure} notFound */
export function isBlocked(
  row: Pick<terminals.TerminalRow, 'blocked_at' | 'blocked_until'>,
  now: Date,
): boolean {
  return row.blocked_at !== null && (row.blocked_until === null || row.blocked_until > now);
}

export function viewTerminal(
  { database, now }: Platform,
  scope: Scope,
  mac: string,
): Promise<TerminalDetail> {
  const at = now();
  return database.withTenant(scope, async (tx) => {
    const row = await requireTerminal(tx, scope, mac);
    const found = await repository.findOnline(tx, scope, mac, at);
    const lately = await latelyOf(tx, scope, mac, found?.online ?? null, at);
    const blocked = isBlocked(row, at);
    const hints = hintsOf(found?.served ?? null, lately);
    const span = { mac, from: new Date(at.getTime() - DAY), to: at };
    const shown = { mac, from: span.from.toISOString(), to: span.to.toISOString() };
    const lastDay = {
      sessions: await sessionsBetween(tx, scope, shown, HEADLINE_SESSIONS),
      refusals: await timelines.refusals(tx, scope, span, 1),
      refused: lately.refusals,
    };
    return {
      mac,
      name: row.name,
      hostname: row.hostname,
      kind: row.kind,
      isMadeUp: isMadeUp(mac),
      firstSeenAt: row.first_seen_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isBlocked: blocked,
      blockedUntil: blocked ? (row.blocked_until?.toISOString() ?? null) : null,
      online: found?.online ?? null,
      hints,
      headline: headlineOf(found !== null, hints, lastDay),
    };
  });
}

async function latelyOf(
  tx: Transaction,
  scope: Scope,
  mac: string,
  online: TerminalDetail['online'],
  now: Date,
): Promise<RecentEvents> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    wasOnBetterBand:
      online?.band === '2G' &&
      (await terminals.wasOnBetterBand(tx, scope, mac, online.siteUUID, before(WEEK_MS))),
    roams: await terminals.roamsSince(tx, scope, mac, before(HOUR)),
    refusals: await timelines.countRefusals(tx, scope, mac, before(DAY)),
  };
}

export function viewTimeline(
  { database, now, settings }: Platform,
  scope: Scope,
  { mac, ...request }: TimeWindow & { readonly mac: string },
): Promise<TerminalTimeline> {
  const window = chartWindow(request, now().getTime(), settings.TELEMETRY_RAW_HOURS * HOUR);
  const { timelineMax } = CLIENT_LIMITS;
  return database.withTenant(scope, async (tx) => {
    await requireTerminal(tx, scope, mac);
    const span = { mac, from: new Date(window.from), to: new Date(window.to) };
    const shown = { from: span.from.toISOString(), to: span.to.toISOString() };
    const byMinute = window.source === 'reports';
    return {
      ...shown,
      sessions: await sessionsBetween(tx, scope, { mac, ...shown }, timelineMax),
      refusals: await timelines.refusals(tx, scope, span, timelineMax),
      stepSeconds: (byMinute ? MINUTE : HOUR) / 1000,
      slots: byMinute
        ? minutesFrom(await readSamples(tx, scope, span, timelineMax), window.from, window.to)
        : await timelines.hours(tx, scope, span),
    };
  });
}

export async function rename(
  { database }: Platform,
  shown: Pick<ShownTerminals, 'changedEverywhere'>,
  scope: Scope,
  { mac, name, expectedName }: z.output<typeof onlineCalls.renameTerminal.input>,
): Promise<boolean> {
  const renamed = await database.withTenant(scope, async (tx) => {
    const [row] = await requireOwn(tx, scope, [mac]);
    if (row === undefined || row.name === name) return false;
    const changes = audit.values({ name: row.name }, { name });
    const changed = await loggedClients(tx, scope, [mac], () => changes);
    const written = await terminals.nameTerminal(tx, scope, mac, name, expectedName);
    if (!written) throw new Failure('undoOutdated');
    await recordOperation(tx, scope, changed);
    return true;
  });
  if (renamed) await shown.changedEverywhere(scope.tenant, [mac]);
  return renamed;
}
