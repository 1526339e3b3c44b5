import type { Transaction } from '../database/database.ts';
import { tell } from '../events/outbox.ts';
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
  const { channel, target, subject, body } = message;
  await tell(tx, tenant, 'MessageQueued', {
    sealed: vault.seal(JSON.stringify({ channel, target, subject, body })),
    invitationId: invitationId ?? null,
  });
}
