import type { Feature } from '../../shared/routing/route-def.ts';

/** It has no page of its own: the shell shows it beside every page. */
export const messagesFeature: Feature = {
  // Alarms and orders are named as on their own pages.
  messages: ['messages', 'alarms', 'commands'],
  live: () => import('./messages.live.ts'),
  routes: [],
};
