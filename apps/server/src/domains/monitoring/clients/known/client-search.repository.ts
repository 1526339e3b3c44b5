import { macSearchOf, macWithColons } from '@airloom/contract/clients/client-mac';
import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { RARE_MAX, rareMatches } from '../../../../platform/database/text-search.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { seesAll } from '../history/sessions-in-reach.repository.ts';
import { isVisible } from './visible-clients.ts';

const MAC_DIGITS = 12;

type ClientTable = 'known_terminal' | 'terminal_session';

/** A search for clients by address, name, host name or IP address. */
export interface ClientSearch {
  readonly text: string;
  /** The beginning of addresses that the text is; null when it may be something else. */
  readonly start: string | null;
  /** All addresses that can match; null when they are too many or the text is too short for an index. */
  readonly macs: readonly string[] | null;
}

function beginsWith(table: ClientTable, start: string): RawBuilder<boolean> {
  const mac = sql.ref(`${table}.mac`);
  // Addresses consist of digits, colons and letters up to f, so this range holds every one with the beginning.
  return sql<boolean>`(${mac} ~>=~ ${start} and ${mac} ~<~ ${`${start}g`})`;
}

/** Addresses with this beginning; null when there are too many, and none if the scope sees none of their clients. */
async function macsFrom(tx: Transaction, scope: Asker, start: string): Promise<readonly string[] | null> {
  const rows = await tx.all(sql<{ mac: string }>`
    select mac from known_terminal
    where tenant_id = ${scope.tenant} and ${beginsWith('known_terminal', start)}
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
    if (mac.digits.length === MAC_DIGITS) return { text, start, macs: [start] };
    const macs = await macsFrom(tx, scope, start);
    if (macs === null || macs.length > 0) return { text, start, macs };
  }
  const notations = mac === null ? [] : [mac.digits];
  return { text, start: null, macs: await rareMatches(tx, 'known_terminal', text, { notations }) };
}

/** Rows of clients that match the text. */
function contains(
  { tenant }: TenantScope,
  { text, start, macs }: ClientSearch,
  table: ClientTable,
): RawBuilder<boolean> {
  if (start !== null) return beginsWith(table, start);
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

/** A search in the latest rows only, if no index narrows it; `since` is null when all rows are searched. */
export interface BoundSearch extends ClientSearch {
  readonly since: string | null;
}

/**
 * Looks up since when rows are searched. As a value of its own, so that the planner knows how few they are: with a subquery
 * it reads all clients of the account.
 */
export async function boundSearch<D, T extends keyof D>(
  tx: Transaction,
  search: ClientSearch | null,
  at: string,
  rows: SelectQueryBuilder<D, T, object>,
): Promise<BoundSearch | null> {
  if (search === null) return null;
  if (search.macs !== null) return { ...search, since: null };
  const column = sql.ref(at);
  const latest = rows
    .select(column.as('at'))
    .orderBy(column, 'desc')
    .offset(CLIENT_LIMITS.searchedMax)
    .limit(1);
  const oldest = await tx.first(sql<{ since: string }>`select at::text as since from ${latest} as latest`);
  return { ...search, since: oldest?.since ?? null };
}

/** Condition on the rows that match. */
export function matchesClient(
  scope: TenantScope,
  search: BoundSearch | null,
  table: ClientTable,
  at: string,
): RawBuilder<boolean> {
  if (search === null) return sql<boolean>`true`;
  const { macs, since } = search;
  const conditions = [contains(scope, search, table)];
  if (macs !== null) conditions.push(sql<boolean>`${sql.ref(`${table}.mac`)} = any(${macs}::text[])`);
  if (since !== null) conditions.push(sql<boolean>`${sql.ref(at)} >= ${since}::timestamptz`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
