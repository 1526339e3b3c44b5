import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';

/** System: events of the account and its people. Notice: alarms. Message: from other people. */
export const MESSAGE_TABS = ['system', 'notice', 'message'] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];
export const messageTab = z.enum(MESSAGE_TABS);

/** A message in the inbox of a person. `key` names its text, `params` the values in it. */
export const message = z.object({
  messageUUID: uuid,
  tab: messageTab,
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Page of the console; empty for none. */
  link: z.string(),
  createdAt: timestamp,
  read: z.boolean(),
});
export type Message = z.infer<typeof message>;

export const messageCounts = z.object({
  system: z.number().int(),
  notice: z.number().int(),
  message: z.number().int(),
});
export type MessageCounts = z.infer<typeof messageCounts>;

/** Long-running work of the account, running or ended lately. */
export const TASK_KINDS = ['import', 'export', 'campaign', 'order'] as const;
export const TASK_STATES = ['running', 'done', 'partly', 'failed'] as const;

export const task = z.object({
  taskUUID: uuid,
  kind: z.enum(TASK_KINDS),
  /** Name of the command, of the campaign, or of the table. */
  name: z.string(),
  state: z.enum(TASK_STATES),
  done: z.number().int(),
  failed: z.number().int(),
  /** Null when unknown in advance. */
  total: z.number().int().nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  startedBy: z.string(),
  /** The result to download, until it is deleted. */
  fileUrl: z.string().nullable(),
  link: z.string(),
});
export type Task = z.infer<typeof task>;
