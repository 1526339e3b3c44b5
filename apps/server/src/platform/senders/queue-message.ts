import type { Transaction } from '../database/database.ts';
import { publishEvent } from '../events/outbox.ts';
import type { Vault } from '../secrets.ts';
import type { Message } from './sender.ts';

export interface QueuedFor {
  /** Null when the message belongs to a person, not to an account: a code to sign in with. */
  readonly tenant: string | null;
  readonly invitationId?: string;
}

/** Sends a message when, and only when, the transaction commits. */
export async function queueMessage(
  tx: Transaction,
  vault: Vault,
  message: Message,
  { tenant, invitationId }: QueuedFor,
): Promise<void> {
  await publishEvent(tx, tenant, 'MessageQueued', {
    sealed: seal(vault, message),
    invitationId: invitationId ?? null,
  });
}

/** Does the same work and sends nothing: the duration of an answer must not reveal who is registered. */
export async function withholdMessage(tx: Transaction, vault: Vault, message: Message): Promise<void> {
  await publishEvent(tx, null, 'MessageWithheld', { sealed: seal(vault, message) });
}

function seal(vault: Vault, { channel, target, subject, body }: Message): string {
  return vault.seal(JSON.stringify({ channel, target, subject, body }));
}
