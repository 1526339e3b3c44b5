import { messagesChanged } from '@airloom/contract/messages/messages.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Announces to all browsers of these people in the account, and to nobody else. */
export function showChangedMessages({ live }: Pick<Platform, 'live'>): EventHandlers {
  return {
    MessagesChanged: async ({ tenant, payload }) => {
      if (tenant === null) return;
      for (const manager of payload.managerIds) live.push(messagesChanged, {}, { tenant, manager });
    },
  };
}
