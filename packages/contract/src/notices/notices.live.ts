import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Notices or settings changed: settings and delivery log are read again. At most twice a second. */
export const noticesChanged = defineLive({
  name: 'noticesChanged',
  permission: 'alarm_index',
  payload: z.object({}),
});
