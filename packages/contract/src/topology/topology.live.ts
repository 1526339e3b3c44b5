import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';

/** Somebody drew or removed links of a site, or put devices elsewhere on its picture. */
export const topologyChanged = defineLive({
  name: 'topologyChanged',
  permission: 'net_map',
  payload: z.object({ siteUUID: uuid }),
});
