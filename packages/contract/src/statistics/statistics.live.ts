import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Figures of sites were counted after they were read: lists of sites and organizations must be reloaded. */
export const healthCounted = defineLive({
  name: 'healthCounted',
  permission: null,
  screens: true,
  payload: z.object({}),
});
