import type { messageCalls } from '@airloom/contract/messages/messages.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { systemMessages } from './messages.handlers.ts';
import { forgetMessages } from './messages.jobs.ts';
import { showChangedMessages } from './messages.live.ts';
import { messageRoutes } from './messages.routes.ts';

/** The inbox of people in the console, and their long-running tasks. */
export function createMessages(platform: Platform): DomainModule<Handlers<keyof typeof messageCalls>> {
  return {
    handlers: messageRoutes(platform),
    events: { ...systemMessages(platform), ...showChangedMessages(platform) },
    cron: [forgetMessages(platform)],
  };
}
