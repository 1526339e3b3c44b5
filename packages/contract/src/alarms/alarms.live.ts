import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Alarms were raised, confirmed or cleared: lists and counts are read again. At most twice a second. */
export const alarmsChanged = defineLive({
  name: 'alarmsChanged',
  permission: 'current_alarm',
  screens: true,
  payload: z.object({}),
});
