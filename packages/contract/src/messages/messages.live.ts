import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Work of the person began, got on or ended: their tasks are read again. At most twice a second. */
export const tasksChanged = defineLive({
  name: 'tasksChanged',
  permission: null,
  payload: z.object({}),
});

/** The person was told something, or read it elsewhere: their messages and counts are read again. */
export const messagesChanged = defineLive({
  name: 'messagesChanged',
  permission: null,
  payload: z.object({}),
});
