import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';

/** What happened to the account and its people; alarms; what people say. */
export const MESSAGE_TABS = ['system', 'notice', 'message'] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];
export const messageTab = z.enum(MESSAGE_TABS);

/** Something a person is told in the console. `key` names its sentence, `params` what stands in it. */
export const message = z.object({
  messageUUID: uuid,
  tab: messageTab,
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where it leads to in the console; empty when nowhere. */
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

/** Long work of the account: what is underway, and what ended lately. */
export const TASK_KINDS = ['import', 'export', 'campaign', 'order'] as const;
export const TASK_STATES = ['running', 'done', 'partly', 'failed'] as const;

export const task = z.object({
  taskUUID: uuid,
  kind: z.enum(TASK_KINDS),
  /** The command of an order, the name of a campaign, the table of a file. */
  name: z.string(),
  state: z.enum(TASK_STATES),
  done: z.number().int(),
  failed: z.number().int(),
  /** Null when nobody knows beforehand. */
  total: z.number().int().nullable(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  startedBy: z.string(),
  /** The result to download, while it is kept. */
  fileUrl: z.string().nullable(),
  link: z.string(),
});
export type Task = z.infer<typeof task>;
