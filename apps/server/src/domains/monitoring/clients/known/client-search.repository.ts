import { macSearchOf, macWithColons } from '@airloom/contract/clients/client-mac';
import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { isAmongLatest, RARE_MAX, rareMatches } from '../../../../platform/database/text-search.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { seesAll } from '../history/sessions-in-reach.repository.ts';
import { isVisible } from './visible-clients.ts';

const MAC_DIGITS = 12;

type ClientTable = 'known_terminal' | 'terminal_session';

/** A search for clients by address, name, host name or IP address. */
export interface ClientSearch {
  readonly text: string;
  /** All addresses that can match; null when they are too many or the text is too short for an index. */
  readonly macs: readonly string[] | null;
}

/** Addresses with this beginning; null when there are too many, and none if the scope sees none of their clients. */
async function macsFrom(tx: Transaction, scope: Asker, start: string): Promise<readonly string[] | null> {
  // Addresses consist of digits, colons and letters up to f, so this range holds every one with the beginning.
  const rows = await tx.all(sql<{ mac: string }>`
    select mac from known_terminal
    where tenant_id = ${scope.tenant} and mac ~>=~ ${start} and mac ~<~ ${`${start}g`}
    limit ${RARE_MAX + 1}`);
  if (rows.length > RARE_MAX) return null;
  const macs = rows.map(({ mac }) => mac);
  if (macs.length === 0 || seesAll(scope)) return macs;
  const visible = await tx.first(sql`
    select mac from known_terminal
    where tenant_id = ${scope.tenant} and mac = any(${macs}::text[]) and ${isVisible(scope, 'known_terminal')}
    limit 1`);
  return visible === undefined ? [] : macs;
}

/**
 * Addresses of the account that a text can match; callers keep their own conditions. Of a text that can only be an
 * address, those that begin with it; if there are none, and for any other text, those of clients that contain it. Null
 * without a text.
 */
export async function searchClients(
  tx: Transaction,
  scope: Asker,
  text: string,
): Promise<ClientSearch | null> {
  if (text === '') return null;
  const mac = macSearchOf(text);
  if (mac?.isCertain) {
    const start = macWithColons(mac.digits);
    if (mac.digits.length === MAC_DIGITS) return { text, macs: [start] };
    const macs = await macsFrom(tx, scope, start);
    if (macs === null || macs.length > 0) return { text, macs };
  }
  const notations = mac === null ? [] : [mac.digits];
  return { text, macs: await rareMatches(tx, 'known_terminal', text, { notations }) };
}

/** Rows of clients that match the text. */
function contains(
  { tenant }: TenantScope,
  { text, macs }: ClientSearch,
  table: ClientTable,
): RawBuilder<boolean> {
  const pattern = containing(text);
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const digits = macSearchOf(text)?.digits;
  const byMac =
    digits === undefined
      ? sql`false`
      : digits.length === MAC_DIGITS
        ? sql`${column('mac')} = ${macWithColons(digits)}`
        : sql`replace(${column('mac')}, ':', '') like ${containing(digits)}`;
  const named = sql`terminal where tenant_id = ${tenant} and name <> '' and name ilike ${pattern}`;
  // One lookup per row if they are few, otherwise all names at once.
  const byName =
    macs === null
      ? sql`${column('mac')} in (select mac from ${named})`
      : sql`exists (select from ${named} and terminal.mac = ${column('mac')})`;
  return sql<boolean>`(${byMac} or ${column('ip')} like ${pattern} or ${column('hostname')} ilike ${pattern}
    or ${byName})`;
}

/** Whether there are more rows than a search without known addresses reads. */
export async function isPartly<D, T extends keyof D>(
  tx: Transaction,
  search: ClientSearch | null,
  at: string,
  rows: SelectQueryBuilder<D, T, object>,
): Promise<boolean> {
  if (search === null || search.macs !== null) return false;
  const next = rows.select(sql`1`.as('one')).orderBy(sql.ref(at), 'desc');
  return (await tx.first(next.offset(CLIENT_LIMITS.searchedMax).limit(1))) !== undefined;
}

/** Condition on the rows that match; if they are not known by address, only the latest rows are searched. */
export function matchesClient<D, T extends keyof D>(
  scope: TenantScope,
  search: ClientSearch | null,
  table: ClientTable,
  at: string,
  rows: SelectQueryBuilder<D, T, object>,
): RawBuilder<boolean> {
  if (search === null) return sql<boolean>`true`;
  const { macs } = search;
  const narrowed =
    macs === null
      ? isAmongLatest(at, rows, CLIENT_LIMITS.searchedMax)
      : sql<boolean>`${sql.ref(`${table}.mac`)} = any(${macs}::text[])`;
  return sql<boolean>`(${narrowed} and ${contains(scope, search, table)})`;
}
