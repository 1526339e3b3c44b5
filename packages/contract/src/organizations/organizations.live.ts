import { z } from 'zod';
import { defineLive } from '../live.ts';

/** An organization or site was created, changed, deleted or restored: the tree must be reloaded. */
export const siteTreeChanged = defineLive({
  name: 'siteTreeChanged',
  permission: null,
  screens: true,
  payload: z.object({}),
});
