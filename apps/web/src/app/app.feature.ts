import type { Feature } from '../shared/routing/route-def.ts';

export const appFeature: Feature = {
  messages: ['shell'],
  routes: [
    { path: '/404', title: 'nav.notFound', public: true, page: () => import('./pages/NotFoundPage.tsx') },
    {
      path: '/redirect',
      title: 'nav.redirect',
      public: true,
      page: () => import('./pages/RedirectPage.tsx'),
    },
    { path: '/console', title: 'nav.console', public: true, page: () => import('./pages/ConsolePage.tsx') },
  ],
};
