import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Somewhere an organization or site was made, changed, deleted or restored: the tree must be read again. */
export const siteTreeChanged = defineLive({
  name: 'siteTreeChanged',
  permission: null,
  payload: z.object({}),
});
