import type { Message, MessageCounts } from '@airloom/contract/messages/messages.model';
import type { Page } from '@airloom/contract/paging';
import { audit, ownAccount, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure, invalidField } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { peopleAmong, peopleNames } from '../../people/access/index.ts';
import { Inbox } from './inbox.ts';
import * as repository from './messages.repository.ts';

export function listMessages(
  { database, now }: Platform,
  scope: Scope,
  request: repository.MessagesRequest,
): Promise<Page<Message>> {
  return database.withTenant(scope, (tx) => repository.listMessages(tx, scope, request, now()));
}

export function countUnread({ database }: Platform, scope: Scope): Promise<MessageCounts> {
  return database.withTenant(scope, (tx) => repository.countUnread(tx, scope));
}

/** False when all of them were read already. */
export function readMessages(
  platform: Platform,
  scope: Scope,
  some: repository.SomeMessages,
): Promise<boolean> {
  return change(platform, scope, some, 'read', (tx) => repository.markRead(tx, scope, some, platform.now()));
}

/** False when none of them exists. */
export function deleteMessages(
  platform: Platform,
  scope: Scope,
  some: repository.SomeMessages,
): Promise<boolean> {
  return change(platform, scope, some, 'removed', (tx) => repository.remove(tx, scope, some, platform.now()));
}

async function change(
  { database, wakeOutbox }: Platform,
  scope: Scope,
  some: repository.SomeMessages,
  what: 'read' | 'removed',
  work: (tx: Transaction) => Promise<number>,
): Promise<boolean> {
  if (some.tab === undefined && some.messageUUIDs === undefined) {
    throw invalidField('messageUUIDs', 'validation.required');
  }
  const count = await database.withTenant(scope, async (tx) => {
    const changed = await work(tx);
    if (changed === 0) return 0;
    // Reading is private and not recorded.
    if (what === 'removed')
      await recordOperation(tx, scope, ownAccount(scope, audit.values(null, { removedMessages: changed })));
    // Other browsers of the same person.
    await publishEvent(tx, scope.tenant, 'MessagesChanged', { managerIds: [scope.manager] });
    return changed;
  });
  if (count > 0) wakeOutbox();
  return count > 0;
}

export interface OutgoingMessage {
  readonly peopleUUIDs: readonly string[];
  readonly text: string;
}

/** To people the sender sees; the text is stored unchanged. */
export async function sendMessage(
  { database, now, wakeOutbox }: Platform,
  scope: Scope,
  { peopleUUIDs, text }: OutgoingMessage,
): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const people = await peopleAmong(tx, scope, peopleUUIDs);
    if (people.length !== new Set(peopleUUIDs).size) throw new Failure('notFound');
    const once = newId();
    await Inbox.write(
      tx,
      scope.tenant,
      people.map((managerId) => ({
        managerId,
        once,
        tab: 'message',
        key: 'messages.sentence.said',
        params: { from: scope.userName, text },
        link: '',
        at: now(),
      })),
    );
    const recipients = audit.references('member', await peopleNames(tx, scope, people));
    const changes = audit.values(null, { recipients, text });
    await recordOperation(
      tx,
      scope,
      audit.object('message', { id: once, name: scope.userName }, {}, changes),
    );
  });
  wakeOutbox();
}
