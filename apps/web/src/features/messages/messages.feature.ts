import type { Feature } from '../../shared/routing/route-def.ts';

/** It has no page of its own: the shell shows it beside every page. */
export const messagesFeature: Feature = {
  // What notices say, and what orders are called, is said elsewhere too.
  messages: ['messages', 'notices', 'alarms', 'commands'],
  live: () => import('./messages.live.ts'),
  routes: [],
};
