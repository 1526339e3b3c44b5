import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';

/** Campaigns or their upgrades changed. */
export const campaignsChanged = defineLive({
  name: 'campaignsChanged',
  permission: 'device_manage',
  payload: z.object({ campaignUUIDs: z.array(uuid) }),
});
