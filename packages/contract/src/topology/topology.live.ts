import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';

/** Links of a site were added or removed, or devices placed elsewhere: for roles that see the class of such a device. */
export const topologyChanged = defineLive({
  name: 'topologyChanged',
  permission: 'net_map',
  payload: z.object({ siteUUID: uuid }),
});
