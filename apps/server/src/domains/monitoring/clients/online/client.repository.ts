import type { BlockedTerminal } from '@airloom/contract/clients/online.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Band } from '@airloom/device-protocol/model';
import { type Selectable, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { TerminalTables } from '../../../../platform/database/terminal-tables.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, ofVisibleKind, siteWithinReach } from '../../../network/devices/index.ts';
import { seesAll, sessionsInReach } from '../history/sessions-in-reach.repository.ts';
import { blockedNow } from './online.repository.ts';

export type TerminalRow = Selectable<TerminalTables['terminal']>;

/** Sessions of these clients at devices the asker sees. */
function seenSessions(scope: Asker, macs: readonly string[]) {
  return sessionsInReach(scope).where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`);
}

/** The session seen last is among this many latest ones. */
const BEGUN_LAST = 16;

interface Seen {
  readonly mac: string;
  readonly first_at: Date;
  readonly last_at: Date;
  /** The last known host name; empty if it never sent one. */
  readonly hostname: string;
}

/** First and last seen times by visible sessions; reads a few index rows per client. */
async function whenSeen(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<ReadonlyMap<string, Seen>> {
  const sessions = seesAll(scope)
    ? sqlBuilder.selectFrom('terminal_session').where('terminal_session.tenant_id', '=', scope.tenant)
    : sessionsInReach(scope);
  const own = sessions.where('terminal_session.mac', '=', sql.ref<string>('given.mac'));
  const first = own
    .select('terminal_session.started_at')
    .orderBy('terminal_session.started_at')
    .orderBy('terminal_session.id')
    .limit(1);
  const last = own
    .select('terminal_session.last_seen_at')
    .orderBy('terminal_session.started_at', 'desc')
    .orderBy('terminal_session.id', 'desc')
    .limit(BEGUN_LAST);
  const named = own
    .select('terminal_session.hostname')
    .where('terminal_session.hostname', '<>', '')
    .orderBy('terminal_session.started_at', 'desc')
    .orderBy('terminal_session.id', 'desc')
    .limit(1);
  const rows = await tx.all(sql<Seen>`
    select given.mac, first.started_at as first_at, last.seen_at as last_at, coalesce((${named}), '') as hostname
    from unnest(${macs}::text[]) as given (mac)
    cross join lateral (${first}) first
    cross join lateral (select max(last_seen_at) as seen_at from (${last}) begun) last`);
  return new Map(rows.map((row) => [row.mac, row]));
}

/**
 * Clients as visible to the scope, with first and last seen times there. The stored row covers the whole account and may
 * be an hour behind, but it outlives the sessions.
 */
async function asSeen(tx: Transaction, scope: Asker, rows: readonly TerminalRow[]): Promise<TerminalRow[]> {
  if (rows.length === 0) return [];
  const seen = await whenSeen(
    tx,
    scope,
    rows.map(({ mac }) => mac),
  );
  const knowsRows = seesAll(scope);
  return rows.flatMap((row) => {
    const { first_at, last_at, hostname = '' } = seen.get(row.mac) ?? {};
    if (first_at === undefined || last_at === undefined) return knowsRows ? [row] : [];
    const isFirst = !knowsRows || first_at < row.first_seen_at;
    const isLast = !knowsRows || last_at > row.last_seen_at;
    return [
      {
        ...row,
        hostname: knowsRows ? row.hostname : hostname,
        first_seen_at: isFirst ? first_at : row.first_seen_at,
        last_seen_at: isLast ? last_at : row.last_seen_at,
      },
    ];
  });
}

/** Those of the clients that the scope may see. */
export async function findTerminals(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<TerminalRow[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('terminal')
      .selectAll()
      .where('tenant_id', '=', scope.tenant)
      .where('mac', '=', sql<string>`any(${macs}::text[])`),
  );
  return asSeen(tx, scope, rows);
}

interface ClientPlace {
  readonly mac: string;
  readonly site_id: string | null;
  /** Null for a deleted device. */
  readonly kind: DeviceKind | null;
}

/** The visible sites where clients had sessions, and the kinds of their devices there, by MAC address. */
export async function placesOfClients(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<ReadonlyMap<string, readonly ClientPlace[]>> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('terminal_session')
      .leftJoin('device', (join) =>
        join
          .onRef('device.tenant_id', '=', 'terminal_session.tenant_id')
          .onRef('device.id', '=', 'terminal_session.device_id'),
      )
      .select(['terminal_session.mac', 'terminal_session.site_id', 'device.kind'])
      .distinct()
      .where('terminal_session.tenant_id', '=', scope.tenant)
      .where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`)
      .where(siteWithinReach(scope, 'terminal_session.site_id')),
  );
  return Map.groupBy(rows, ({ mac }) => mac);
}

/** Whether one of the clients had a session out of reach; for a deleted device its site decides. */
export async function wereOutOfReach(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<boolean> {
  if (seesAll(scope)) return false;
  const found = await tx.first(
    sqlBuilder
      .selectFrom('terminal_session')
      .leftJoin('device', (join) =>
        join
          .onRef('device.tenant_id', '=', 'terminal_session.tenant_id')
          .onRef('device.id', '=', 'terminal_session.device_id'),
      )
      .select('terminal_session.id')
      .where('terminal_session.tenant_id', '=', scope.tenant)
      .where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`)
      .where((where) =>
        where.or([
          where.not(siteWithinReach(scope, 'terminal_session.site_id')),
          where('terminal_session.site_id', 'is', null),
          where.and([where('device.id', 'is not', null), where.not(ofVisibleKind(scope))]),
        ]),
      )
      .limit(1),
  );
  return found !== undefined;
}

/** Returns false when its name is not the expected one, if any. */
export async function nameTerminal(
  tx: Transaction,
  { tenant }: TenantScope,
  mac: string,
  name: string,
  expected: string | undefined,
): Promise<boolean> {
  let update = sqlBuilder
    .updateTable('terminal')
    .set({ name })
    .where('tenant_id', '=', tenant)
    .where('mac', '=', mac);
  if (expected !== undefined) update = update.where('name', '=', expected);
  return (await tx.run(update)) > 0;
}

export async function setBlocked(
  tx: Transaction,
  { tenant }: TenantScope,
  macs: readonly string[],
  blocked: { readonly at: Date; readonly until: Date | null } | null,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('terminal')
      .set({ blocked_at: blocked?.at ?? null, blocked_until: blocked?.until ?? null })
      .where('tenant_id', '=', tenant)
      .where('mac', '=', sql<string>`any(${macs}::text[])`),
  );
}

const BLOCKED_SORTING: Sorting = {
  by: {
    blockedAt: sql`terminal.blocked_at`,
    name: sql`lower(coalesce(nullif(terminal.name, ''), nullif(terminal.hostname, ''), terminal.mac))`,
  },
  usual: '-blockedAt',
  id: sql`terminal.mac`,
};

export async function listBlocked(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
  now: Date,
): Promise<{ total: number; rows: BlockedTerminal[] }> {
  let found = sqlBuilder
    .selectFrom('terminal')
    .where('terminal.tenant_id', '=', scope.tenant)
    .where(blockedNow(now));
  if (!seesAll(scope)) {
    const seen = sessionsInReach(scope)
      .select(sql<number>`1`.as('one'))
      .where('terminal_session.mac', '=', sql.ref<string>('terminal.mac'));
    found = found.where((where) => where.exists(seen));
  }
  if (request.search !== '') {
    const pattern = containing(request.search);
    const digits = containing(request.search.toLowerCase().replaceAll(/[\s:.-]/g, ''));
    const named = sessionsInReach(scope)
      .select(sql<number>`1`.as('one'))
      .where('terminal_session.mac', '=', sql.ref<string>('terminal.mac'))
      .where('terminal_session.hostname', 'ilike', pattern);
    const byHostname = seesAll(scope) ? sql`terminal.hostname ilike ${pattern}` : sql`exists (${named})`;
    found = found.where(
      sql<boolean>`(terminal.name ilike ${pattern} or ${byHostname}
        or replace(terminal.mac, ':', '') like ${digits})`,
    );
  }
  const { total, rows } = await readPage(tx, request, found, found.selectAll('terminal'), BLOCKED_SORTING);
  return {
    total,
    rows: (await asSeen(tx, scope, rows)).map((row) => ({
      mac: row.mac,
      name: row.name || row.hostname,
      hostname: row.hostname,
      kind: row.kind,
      lastSeenAt: row.last_seen_at.toISOString(),
      blockedAt: (row.blocked_at ?? now).toISOString(),
      blockedUntil: row.blocked_until?.toISOString() ?? null,
    })),
  };
}

/** Number of roaming steps between visible devices. */
export async function roamsSince(tx: Transaction, scope: Asker, mac: string, since: Date): Promise<number> {
  const found = await tx.first(
    seenSessions(scope, [mac])
      .select(sql<number>`(count(*) - count(distinct terminal_session.visit_id))::int`.as('roams'))
      .where('terminal_session.started_at', '>', since),
  );
  return found?.roams ?? 0;
}

const BETTER: readonly Band[] = ['5G', '6G'];

export async function wasOnBetterBand(
  tx: Transaction,
  scope: Asker,
  mac: string,
  siteId: string | null,
  since: Date,
): Promise<boolean> {
  const found = await tx.first(
    seenSessions(scope, [mac])
      .select('terminal_session.id')
      .where('terminal_session.site_id', 'is not distinct from', siteId)
      .where('terminal_session.started_at', '>', since)
      .where('terminal_session.band', 'in', BETTER)
      .limit(1),
  );
  return found !== undefined;
}
