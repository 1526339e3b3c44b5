import { z } from 'zod';
import { defineCall } from '../call.ts';
import { lines, queryFlag, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { MESSAGE_LIMITS } from './messages.limits.ts';
import { message, messageCounts, messageTab, task } from './messages.model.ts';

/** By ids, or all of a tab. */
const some = z.object({
  tab: messageTab.optional(),
  messageUUIDs: z.array(uuid).max(MESSAGE_LIMITS.selectionMax, 'validation.tooMany').optional(),
});

export const messageCalls = {
  listMessages: defineCall({
    method: 'GET',
    path: '/message/list',
    access: 'signedIn',
    effect: 'read',
    apiKeys: false,
    demo: true,
    summary: 'List messages of the person, newest first',
    input: pageInput(['createdAt']).extend({ tab: messageTab, unread: queryFlag.optional() }),
    output: pageOf(message),
  }),
  getMessageCount: defineCall({
    method: 'GET',
    path: '/message/count',
    access: 'signedIn',
    effect: 'read',
    apiKeys: false,
    demo: true,
    summary: 'Count unread messages of the person',
    input: z.object({}),
    output: messageCounts,
  }),
  readMessages: defineCall({
    method: 'POST',
    path: '/message/read',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Mark messages as read, by ids or all of a tab',
    input: some,
    output: z.null(),
  }),
  deleteMessages: defineCall({
    method: 'POST',
    path: '/message/delete',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Remove own messages, by ids or all of a tab',
    input: some,
    output: z.null(),
  }),
  sendMessage: defineCall({
    method: 'POST',
    path: '/message/send',
    access: 'subaccount_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send a message to people of the account',
    input: z.object({
      peopleUUIDs: z
        .array(uuid)
        .min(1, 'validation.required')
        .max(MESSAGE_LIMITS.selectionMax, 'validation.tooMany'),
      text: lines(MESSAGE_LIMITS.textMax).min(1, 'validation.required'),
    }),
    output: z.null(),
  }),
  listTasks: defineCall({
    method: 'GET',
    path: '/task/list',
    access: 'signedIn',
    effect: 'read',
    apiKeys: false,
    demo: true,
    summary: 'List tasks that run or ended lately, as far as the person may see their subject',
    input: z.object({}),
    output: z.array(task),
  }),
};
