import { MESSAGE_LIMITS } from '@airloom/contract/messages/messages.limits';
import type { Message, MessageTab } from '@airloom/contract/messages/messages.model';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { newId } from '../../../platform/ids.ts';

export interface NewMessage {
  readonly managerId: string;
  /** A person gets one message per key, however often it is written. */
  readonly once: string;
  readonly tab: MessageTab;
  /** Message key of `messages` or `notices`. */
  readonly key: string;
  readonly params: Message['params'];
  /** Page of the console, or a file to download; empty for none. */
  readonly link: string;
  /** The link expires then. */
  readonly linkUntil?: Date;
  readonly at: Date;
}

/** Other domains write messages to the inbox of people here. */
export const Inbox = {
  /** In the caller's transaction. People who are not active members of the account get no message. */
  async write(tx: Transaction, tenant: string, messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const inserted = await insert(tx, tenant, messages);
    if (inserted.length === 0) return;
    await deleteOldest(tx, tenant, inserted);
    const managerIds = [...new Set(inserted.map((row) => row.manager_id))];
    await publishEvent(tx, tenant, 'MessagesChanged', { managerIds });
  },
};

interface InsertedRow {
  readonly manager_id: string;
  readonly tab: MessageTab;
}

/** Sorted, so that concurrent writers for the same people do not deadlock. */
async function insert(
  tx: Transaction,
  tenant: string,
  messages: readonly NewMessage[],
): Promise<InsertedRow[]> {
  const rows = messages.map((message) => ({ ...message, id: newId() }));
  return tx.all(sql<InsertedRow>`
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

/** Keeps the newest messages per person and tab: many alarms must not push out messages of people. */
async function deleteOldest(
  tx: Transaction,
  tenant: string,
  inserted: readonly InsertedRow[],
): Promise<void> {
  const tabs = [...new Map(inserted.map((row) => [`${row.manager_id} ${row.tab}`, row])).values()];
  await tx.run(sql`
    delete from message using unnest(
      ${tabs.map((row) => row.manager_id)}::uuid[], ${tabs.map(({ tab }) => tab)}::text[]) as given (person, tab),
    lateral (
      select message.id from message
      where message.tenant_id = ${tenant} and message.manager_id = given.person and message.tab = given.tab
      order by message.created_at desc, message.id desc offset ${MESSAGE_LIMITS.perTabMax}) as old
    where message.tenant_id = ${tenant} and message.id = old.id`);
}
