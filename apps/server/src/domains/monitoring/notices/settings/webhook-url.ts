import type { WebhookKind } from '@airloom/contract/notices/notices.model';
import type { Vault } from '../../../../platform/secrets.ts';

interface Addressed {
  readonly kind: WebhookKind;
  readonly url: string;
}

const SHOWN_END = 4;

/** The address of a chat is its only credential: it is stored sealed. */
export function storedUrl(vault: Vault, { kind, url }: Addressed): string {
  return kind === 'webhook' ? url : vault.seal(url);
}

export function urlOf(vault: Vault, { kind, url }: Addressed): string {
  return kind === 'webhook' ? url : vault.unseal(url);
}

/** What people see of an address: enough to recognize that of a chat, not enough to post there. */
export function shownUrl(vault: Vault, webhook: Addressed): string {
  const url = urlOf(vault, webhook);
  return webhook.kind === 'webhook' ? url : `${new URL(url).origin}/…${url.slice(-SHOWN_END)}`;
}
