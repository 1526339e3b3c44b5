import { messagesChanged } from '@airloom/contract/messages/messages.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Each of these people hears it, wherever they are signed in to the account, and nobody else. */
export function showChangedMessages({ live }: Pick<Platform, 'live'>): EventHandlers {
  return {
    MessagesChanged: async ({ tenant, payload }) => {
      if (tenant === null) return;
      for (const manager of payload.managerIds) live.push(messagesChanged, {}, { tenant, manager });
    },
  };
}
