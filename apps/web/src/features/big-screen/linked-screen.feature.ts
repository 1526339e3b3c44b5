import type { Feature } from '../../shared/routing/route-def.ts';

/** The big screen opened by a link, without a sign-in. */
export const linkedScreenFeature: Feature = {
  messages: ['big-screen', 'health', 'alarms', 'devices', 'terminal-pages'],
  routes: [
    {
      path: '/screen',
      title: 'ui.pages.screen',
      public: true,
      bigScreen: true,
      page: () => import('./pages/LinkedScreenPage.tsx'),
    },
  ],
};
