import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';

/** A batch changed: its counts and the states of its devices must be read again. */
export const commandsChanged = defineLive({
  name: 'commandsChanged',
  permission: 'device_manage',
  payload: z.object({ cfgUUIDs: z.array(uuid) }),
});
