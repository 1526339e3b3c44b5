import { z } from 'zod';
import { defineLive } from '../live.ts';

/**
 * Clients joined, left, were reported or renamed: lists and pages read again. For roles that see the class of their
 * device; at most twice a second.
 */
export const terminalsChanged = defineLive({
  name: 'terminalsChanged',
  permission: 'authuserOnline_view',
  screens: true,
  payload: z.object({}),
});
