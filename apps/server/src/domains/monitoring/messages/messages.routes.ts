import type { messageCalls } from '@airloom/contract/messages/messages.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as messages from './messages.service.ts';
import { listTasks } from './tasks.service.ts';

export function messageRoutes(platform: Platform): Handlers<keyof typeof messageCalls> {
  return {
    listMessages: (input, { scope }) => messages.listMessages(platform, scope, input),
    getMessageCount: (_input, { scope }) => messages.countUnread(platform, scope),
    readMessages: async (input, context) =>
      changed(context, await messages.readMessages(platform, context.scope, input)),
    deleteMessages: async (input, context) =>
      changed(context, await messages.deleteMessages(platform, context.scope, input)),
    sendMessage: async (input, { scope }) => {
      await messages.sendMessage(platform, scope, input);
      return null;
    },
    listTasks: (_input, { scope }) => listTasks(platform, scope),
  };
}
