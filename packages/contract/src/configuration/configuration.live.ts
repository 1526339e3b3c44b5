import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';

/** Changes or their devices changed. */
export const changesChanged = defineLive({
  name: 'changesChanged',
  permission: 'network_config',
  payload: z.object({ changeUUIDs: z.array(uuid) }),
});

/** Settings or drafts changed. */
export const settingsChanged = defineLive({
  name: 'settingsChanged',
  permission: 'network_config',
  payload: z.object({}),
});
