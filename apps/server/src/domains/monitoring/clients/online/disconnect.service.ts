import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { queueCommands } from '../../../network/commands/index.ts';
import type { ShownTerminals } from '../clients.live.ts';
import { loggedClients, requireOwn } from '../sessions/known-clients.ts';
import { setBlocked, type TerminalRow } from './client.repository.ts';
import { type OpenSession, openSessionsOf, sessionsAnywhere } from './disconnect.repository.ts';
import { isBlocked } from './online.service.ts';

type Shown = Pick<ShownTerminals, 'changedEverywhere'>;

export interface Released {
  readonly sent: number;
  readonly refused: number;
}

/** Ban time in seconds for a client blocked until then, or without end. */
export function banSeconds(until: Date | null, now: Date): number {
  const { banMaxSeconds } = CLIENT_LIMITS;
  if (until === null) return banMaxSeconds;
  return Math.min(banMaxSeconds, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
}

/** The command for each device with some of these clients; wired clients cannot be disconnected. */
export function commandsFor(
  sessions: readonly OpenSession[],
  ban: (mac: string) => number,
): { readonly deviceId: string; readonly params: { readonly clients: object[] } }[] {
  const wireless = sessions.filter(({ band }) => band !== null);
  const devices = Map.groupBy(wireless, ({ commandDevice }) => commandDevice);
  return [...devices].map(([deviceId, own]) => {
    const macs = new Set(own.map(({ mac }) => mac));
    return { deviceId, params: { clients: [...macs].map((mac) => ({ mac, banSeconds: ban(mac) })) } };
  });
}

/** @throws {Failure} with the specified code when none of them can be disconnected */
async function release(
  tx: Transaction,
  scope: Scope,
  now: Date,
  sessions: readonly OpenSession[],
  seconds: number,
): Promise<Released> {
  const { refusals } = await queueCommands(tx, {
    tenant: scope.tenant,
    command: 'releaseClients',
    by: { id: scope.manager, name: scope.userName },
    devices: commandsFor(sessions, () => seconds),
    now,
  });
  const sent = sessions.filter(({ band, commandDevice }) => band !== null && !refusals.has(commandDevice));
  const unsupported =
    sessions.some(({ band }) => band === null) ||
    [...refusals.values()].some(({ failure }) => failure === 'functionUnsupported');
  if (sent.length === 0 && unsupported) throw new Failure('functionUnsupported');
  return { sent: sent.length, refused: sessions.length - sent.length };
}

export async function disconnect(
  platform: Platform,
  scope: Scope,
  macs: readonly string[],
): Promise<Released> {
  const released = await platform.database.withTenant(scope, async (tx) => {
    const sessions = await openSessionsOf(tx, scope, macs);
    if (sessions.length === 0) throw new Failure('notFound');
    const outcome = await release(tx, scope, platform.now(), sessions, 0);
    const named = [...new Set(sessions.map(({ mac }) => mac))];
    await recordOperation(tx, scope, await loggedClients(tx, scope, named));
    return outcome;
  });
  platform.wakeOutbox();
  return released;
}

/** The changed values of each client. */
function blockChanges(
  rows: readonly TerminalRow[],
  now: Date,
  after: { readonly blocked: boolean; readonly blockedUntil: Date | null },
) {
  const before = new Map(
    rows.map((row) => {
      const blocked = isBlocked(row, now);
      return [row.mac, { blocked, blockedUntil: blocked ? row.blocked_until : null }] as const;
    }),
  );
  return (mac: string) => audit.values(before.get(mac) ?? null, after);
}

export async function block(
  platform: Platform,
  shown: Shown,
  scope: Scope,
  { macs, minutes }: { readonly macs: readonly string[]; readonly minutes: number | null },
): Promise<void> {
  const now = platform.now();
  const until = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  await platform.database.withTenant(scope, async (tx) => {
    const rows = await requireOwn(tx, scope, macs);
    await setBlocked(tx, scope, macs, { at: now, until });
    const sessions = await sessionsAnywhere(tx, scope, macs);
    if (sessions.length > 0) await release(tx, scope, now, sessions, banSeconds(until, now));
    const changes = blockChanges(rows, now, { blocked: true, blockedUntil: until });
    await recordOperation(tx, scope, await loggedClients(tx, scope, macs, changes));
  });
  platform.wakeOutbox();
  await shown.changedEverywhere(scope.tenant, macs);
}

/** Returns whether any of them was blocked. */
export async function unblock(
  platform: Platform,
  shown: Shown,
  scope: Scope,
  macs: readonly string[],
): Promise<boolean> {
  const now = platform.now();
  const unblocked = await platform.database.withTenant(scope, async (tx) => {
    const rows = (await requireOwn(tx, scope, macs)).filter((row) => isBlocked(row, now));
    if (rows.length === 0) return false;
    const own = rows.map(({ mac }) => mac);
    await setBlocked(tx, scope, own, null);
    const changes = blockChanges(rows, now, { blocked: false, blockedUntil: null });
    await recordOperation(tx, scope, await loggedClients(tx, scope, own, changes));
    return true;
  });
  if (unblocked) await shown.changedEverywhere(scope.tenant, macs);
  return unblocked;
}
