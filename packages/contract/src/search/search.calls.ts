import { z } from 'zod';
import { defineCall } from '../call.ts';
import { text } from '../fields.ts';
import { SEARCH_LIMITS } from './search.limits.ts';
import { foundEverything } from './search.model.ts';

export const searchCalls = {
  searchEverything: defineCall({
    method: 'GET',
    path: '/search/everything',
    access: 'signedIn',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary:
      'Clients, devices, tags, sites, organizations, people and active alarms that contain a text; some of each',
    input: z.object({ search: text(SEARCH_LIMITS.textMax) }),
    output: foundEverything,
  }),
};
