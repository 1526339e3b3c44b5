import { BIG_SCREEN_PATH } from '../../shared/routing/from-big-screen.ts';
import type { Feature } from '../../shared/routing/route-def.ts';
import { SCREEN_LINKS_PATH } from './screen-links-path.ts';

export const bigScreenFeature: Feature = {
  messages: ['big-screen', 'health', 'alarms', 'devices', 'terminal-pages'],
  routes: [
    {
      path: '/monitor',
      title: 'nav.monitor',
      icon: 'system',
      menu: true,
      redirect: BIG_SCREEN_PATH,
      children: [
        {
          path: BIG_SCREEN_PATH,
          title: 'nav.bigShow',
          jump: 'mb',
          icon: 'wall',
          permission: 'statistics',
          menu: true,
          bigScreen: true,
          siteType: 'any',
          page: () => import('./pages/BigShowPage.tsx'),
        },
        {
          path: SCREEN_LINKS_PATH,
          title: 'nav.screenLinks',
          jump: 'ml',
          icon: 'external',
          permission: 'statistics',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/ScreenLinksPage.tsx'),
        },
        {
          path: '/monitor/bigShowApDetail',
          title: 'nav.bigShowApDetail',
          permission: 'device_manage',
          ofDevices: true,
          bigScreen: true,
          siteType: 'any',
          page: () => import('./pages/BigShowApDetailPage.tsx'),
        },
        {
          path: '/monitor/alarmDetail',
          title: 'nav.alarmDetail',
          permission: 'current_alarm',
          bigScreen: true,
          siteType: 'any',
          page: () => import('./pages/AlarmDetailPage.tsx'),
        },
      ],
    },
  ],
};
