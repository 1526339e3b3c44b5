import type { messageCalls } from '@airloom/contract/messages/messages.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { houseMessages } from './messages.handlers.ts';
import { forgetMessages } from './messages.jobs.ts';
import { showChangedMessages } from './messages.live.ts';
import { messageRoutes } from './messages.routes.ts';

/** What people are told in the console, and the long work that runs for them. */
export function createMessages(platform: Platform): DomainModule<Handlers<keyof typeof messageCalls>> {
  return {
    handlers: messageRoutes(platform),
    events: { ...houseMessages(platform), ...showChangedMessages(platform) },
    cron: [forgetMessages(platform)],
  };
}
