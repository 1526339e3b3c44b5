import { z } from 'zod';
import { defineLive } from '../live.ts';

/** The person was told something, or read it elsewhere: their messages and counts are read again. */
export const messagesChanged = defineLive({
  name: 'messagesChanged',
  permission: null,
  payload: z.object({}),
});
