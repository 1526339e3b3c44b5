import type { Feature } from '../../shared/routing/route-def.ts';

/** Has no page: the shell shows it beside every page. */
export const commandsFeature: Feature = {
  messages: ['commands', 'command-pages', 'rollout'],
  live: () => import('./commands.live.ts'),
  routes: [],
};
