import { z } from 'zod';
import { defineLive } from '../live.ts';

export const peopleChanged = defineLive({
  name: 'peopleChanged',
  permission: 'subaccount_manage',
  payload: z.object({}),
});

export const rolesChanged = defineLive({ name: 'rolesChanged', permission: null, payload: z.object({}) });
