import { z } from 'zod';
import { defineLive } from '../live.ts';

/** What became of notices, or who is told: the settings and the delivery log read again. At most twice a second. */
export const noticesChanged = defineLive({
  name: 'noticesChanged',
  permission: 'alarm_index',
  payload: z.object({}),
});
