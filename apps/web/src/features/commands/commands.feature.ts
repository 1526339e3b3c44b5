import type { Feature } from '../../shared/routing/route-def.ts';

/** It has no page of its own: the shell shows it beside every page. */
export const commandsFeature: Feature = {
  messages: ['commands', 'command-pages'],
  live: () => import('./commands.live.ts'),
  routes: [],
};
