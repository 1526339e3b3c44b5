import type { Message, MessageCounts, MessageTab } from '@airloom/contract/messages/messages.model';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { isAmong, isWithinSearch, rareMatches } from '../../../platform/database/text-search.ts';
import type { Scope } from '../../../platform/scope.ts';

type Owner = Pick<Scope, 'tenant' | 'manager'>;

export interface MessagesRequest extends PageRequest {
  readonly tab: MessageTab;
  readonly unread?: boolean | undefined;
}

/** By ids, by tab, or both. */
export interface SomeMessages {
  readonly tab?: MessageTab | undefined;
  readonly messageUUIDs?: readonly string[] | undefined;
}

const SORTING: Sorting = {
  by: { createdAt: sql.ref('created_at') },
  usual: '-createdAt',
  id: sql.ref('id'),
};

/** Messages of a person in the current account that are not removed. */
function ownMessages({ tenant, manager }: Owner) {
  return sqlBuilder
    .selectFrom('message')
    .where('tenant_id', '=', tenant)
    .where('manager_id', '=', manager)
    .where('removed_at', 'is', null);
}

export async function listMessages(
  tx: Transaction,
  scope: Owner,
  request: MessagesRequest,
  now: Date,
): Promise<Page<Message>> {
  let found = ownMessages(scope).where('tab', '=', request.tab);
  if (request.unread === true) found = found.where('read_at', 'is', null);
  if (request.search !== '') {
    const rare = await rareMatches(tx, 'message', request.search, { narrowed: scope.manager });
    found = found
      .where(isAmong('id', rare))
      .where(isWithinSearch(request.search, 'created_at', found))
      .where(sql<string>`params::text`, 'ilike', containing(request.search));
  }
  const whole = found.selectAll();
  const { total, rows } = await readPage(tx, request, found, whole, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      messageUUID: row.id,
      tab: row.tab,
      key: row.key,
      params: row.params,
      link: row.link_until === null || row.link_until > now ? row.link : '',
      createdAt: row.created_at.toISOString(),
      read: row.read_at !== null,
    })),
  };
}

export async function countUnread(tx: Transaction, scope: Owner): Promise<MessageCounts> {
  const rows = await tx.all(
    ownMessages(scope)
      .where('read_at', 'is', null)
      .select(['tab', sql<number>`count(*)::int`.as('count')])
      .groupBy('tab'),
  );
  return {
    system: 0,
    notice: 0,
    message: 0,
    ...Object.fromEntries(rows.map(({ tab, count }) => [tab, count])),
  };
}

function chosen({ tenant, manager }: Owner, { tab, messageUUIDs }: SomeMessages) {
  let rows = sqlBuilder
    .updateTable('message')
    .where('tenant_id', '=', tenant)
    .where('manager_id', '=', manager)
    .where('removed_at', 'is', null);
  if (tab !== undefined) rows = rows.where('tab', '=', tab);
  if (messageUUIDs !== undefined) rows = rows.where('id', '=', sql<string>`any(${messageUUIDs}::uuid[])`);
  return rows;
}

/** Returns how many were unread before. */
export function markRead(tx: Transaction, scope: Owner, some: SomeMessages, now: Date): Promise<number> {
  return tx.run(chosen(scope, some).where('read_at', 'is', null).set({ read_at: now }));
}

/** Deletes the content at once; the key is kept for a while, so that it is not stored again. */
export function remove(tx: Transaction, scope: Owner, some: SomeMessages, now: Date): Promise<number> {
  return tx.run(chosen(scope, some).set({ removed_at: now, params: '{}', link: '' }));
}
