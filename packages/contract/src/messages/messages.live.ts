import { z } from 'zod';
import { defineLive } from '../live.ts';

/** A task of the person began, progressed or ended: tasks are read again. At most twice a second. */
export const tasksChanged = defineLive({
  name: 'tasksChanged',
  permission: null,
  payload: z.object({}),
});

/** The person got a message or read one elsewhere: messages and counts are read again. */
export const messagesChanged = defineLive({
  name: 'messagesChanged',
  permission: null,
  payload: z.object({}),
});
