import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';

/** Deletes some sessions older than `until`; returns how many. */
export function trimSessions(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with old as (
      select session.tenant_id, session.id from account cross join lateral (
        select tenant_id, id from terminal_session
        where tenant_id = account.id and started_at < ${until} and ended_at < ${until} limit ${atMost}
      ) session
      limit ${atMost}
    )
    delete from terminal_session using old
    where terminal_session.tenant_id = old.tenant_id and terminal_session.id = old.id`);
}

type RollUp =
  | 'terminal_1h'
  | 'wifi_1h'
  | 'wifi_1d'
  | 'device_wifi_1h'
  | 'device_wifi_1d'
  | 'terminal_1d'
  | 'terminal_1w';

/** Deletes some hours or days older than `until`; returns how many. */
export function trimRollUp(tx: Transaction, table: RollUp, until: Date, atMost: number): Promise<number> {
  const time = { h: 'hour', d: 'day', w: 'week' }[table.slice(-1)] ?? 'hour';
  return tx.run(sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${until} limit ${atMost}))`);
}

/** Deletes some places of clients not seen there since `until`; returns how many. */
export function trimKnown(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with old as (
      select known.place from account cross join lateral (
        select ctid as place from known_terminal
        where tenant_id = account.id and last_seen_at < ${until} limit ${atMost}
      ) known
      limit ${atMost}
    )
    delete from known_terminal using old where known_terminal.ctid = old.place and last_seen_at < ${until}`);
}

/** Deletes some clients not seen since `until`, except named or blocked ones. */
export function trimTerminals(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from terminal where ctid = any(array(
      select ctid from terminal where last_seen_at < ${until} and name = '' and blocked_at is null
      limit ${atMost}))`);
}

const TABLES = [
  'known_terminal',
  'client_minute',
  'terminal_session',
  'terminal_1h',
  'terminal_1d',
  'terminal_1w',
  'wifi_rollup_due',
  'wifi_1h',
  'wifi_1d',
  'device_wifi_1h',
  'device_wifi_1d',
] as const;
export type TerminalTable = (typeof TABLES)[number];
export const TERMINAL_TABLES: readonly TerminalTable[] = TABLES;

/** Deletes some rows of a removed account; returns how many. */
export function forgetTenant(
  tx: Transaction,
  table: TerminalTable,
  tenant: string,
  atMost: number,
): Promise<number> {
  return tx.run(sql`
    delete from ${sql.table(table)} where tenant_id = ${tenant} and (tableoid, ctid) in (
      select tableoid, ctid from ${sql.table(table)} where tenant_id = ${tenant} limit ${atMost})`);
}
