import type { messageCalls } from '@airloom/contract/messages/messages.calls';
import type { ExamplesOf } from './example.ts';

export const messageExamples: ExamplesOf<typeof messageCalls> = {
  listMessages: () => ({ tab: 'message' }),
  getMessageCount: () => ({}),
  readMessages: ({ messageUUID }) => ({ messageUUIDs: [messageUUID] }),
  deleteMessages: ({ messageUUID }) => ({ tab: 'message', messageUUIDs: [messageUUID] }),
  sendMessage: ({ operator, marker }) => ({ peopleUUIDs: [operator.managerId], text: `${marker} is closed` }),
  listTasks: () => ({}),
};
