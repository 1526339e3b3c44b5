import type { Feature } from '../../shared/routing/route-def.ts';

/** Has no page of its own: the shell shows it beside every page. */
export const messagesFeature: Feature = {
  // Texts of notices and names of commands are in other groups.
  messages: ['messages', 'notices', 'alarms', 'commands'],
  live: () => import('./messages.live.ts'),
  routes: [],
};
