import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Clients came, went, were told of or called otherwise: lists and pages read again. At most twice a second. */
export const terminalsChanged = defineLive({
  name: 'terminalsChanged',
  permission: 'authuserOnline_view',
  payload: z.object({}),
});
