import type { Feature } from '../shared/routing/route-def.ts';

export const appFeature: Feature = {
  messages: ['shell'],
  routes: [
    {
      path: '/404',
      title: 'ui.pages.notFound',
      public: true,
      page: () => import('./pages/NotFoundPage.tsx'),
    },
    {
      path: '/redirect',
      title: 'ui.pages.redirect',
      public: true,
      page: () => import('./pages/RedirectPage.tsx'),
    },
    {
      path: '/console',
      title: 'ui.pages.console',
      public: true,
      page: () => import('./pages/ConsolePage.tsx'),
    },
  ],
};
