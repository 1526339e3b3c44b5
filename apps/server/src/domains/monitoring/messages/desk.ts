import { LIMITS } from '@airloom/contract/limits';
import type { Message, MessageTab } from '@airloom/contract/messages/messages.model';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { newId } from '../../../platform/ids.ts';

export interface NewMessage {
  readonly managerId: string;
  /** The same thing is told to a person once, however often it is written. */
  readonly once: string;
  readonly tab: MessageTab;
  /** Of the texts of `messages` or `notices`. */
  readonly key: string;
  readonly params: Message['params'];
  /** Where it leads to in the console, or a file to download; empty when nowhere. */
  readonly link: string;
  /** It leads there no longer than this. */
  readonly linkUntil?: Date;
  readonly at: Date;
}

/** Where other domains leave what people are to be told in the console. */
export const MessageDesk = {
  /** In the caller's own transaction. Whoever is not in the account, or is disabled there, is told nothing. */
  async write(tx: Transaction, tenant: string, messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const told = await insert(tx, tenant, messages);
    if (told.length === 0) return;
    await forgetBeyond(tx, tenant, told);
    const managerIds = [...new Set(told.map((row) => row.manager_id))];
    await publishEvent(tx, tenant, 'MessagesChanged', { managerIds });
  },
};

interface ToldRow {
  readonly manager_id: string;
  readonly tab: MessageTab;
}

/** Always in the same order: two who tell the same people at once wait, and do not block each other. */
async function insert(tx: Transaction, tenant: string, messages: readonly NewMessage[]): Promise<ToldRow[]> {
  const rows = messages.map((message) => ({ ...message, id: newId() }));
  return tx.all(sql<ToldRow>`
    insert into message (tenant_id, id, manager_id, once, tab, key, params, link, link_until, created_at)
    select ${tenant}::uuid, new.id, new."managerId", new.once, new.tab, new.key, new.params, new.link,
      new."linkUntil", new.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      id uuid, "managerId" uuid, once text, tab text, key text, params jsonb, link text,
      "linkUntil" timestamptz, at timestamptz)
    where exists (
      select from membership
      where tenant_id = ${tenant} and manager_id = new."managerId" and disabled_at is null)
    order by new."managerId", new.once
    on conflict (tenant_id, manager_id, once) do nothing
    returning manager_id, tab`);
}

/** Of each tab each of them keeps the newest: a night of alarms pushes out nothing that people said. */
async function forgetBeyond(tx: Transaction, tenant: string, told: readonly ToldRow[]): Promise<void> {
  const tabs = [...new Map(told.map((row) => [`${row.manager_id} ${row.tab}`, row])).values()];
  await tx.run(sql`
    delete from message using unnest(
      ${tabs.map((row) => row.manager_id)}::uuid[], ${tabs.map(({ tab }) => tab)}::text[]) as given (person, tab),
    lateral (
      select message.id from message
      where message.tenant_id = ${tenant} and message.manager_id = given.person and message.tab = given.tab
      order by message.created_at desc, message.id desc offset ${LIMITS.message.perTabMax}) as old
    where message.tenant_id = ${tenant} and message.id = old.id`);
}
