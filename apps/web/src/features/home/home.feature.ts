import type { Feature } from '../../shared/routing/route-def.ts';

export const homeFeature: Feature = {
  messages: ['home', 'health', 'alarms', 'devices'],
  live: () => import('./home.live.ts'),
  routes: [
    {
      path: '/home',
      title: 'nav.home',
      jump: 'ho',
      icon: 'home',
      menu: true,
      redirect: '/home/index',
      children: [
        {
          path: '/home/index',
          title: 'nav.home',
          siteType: 'any',
          page: () => import('./pages/HomePage.tsx'),
        },
      ],
    },
  ],
};
