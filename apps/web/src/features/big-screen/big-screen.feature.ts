import { WALL } from '../../shared/routing/from-wall.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

export const bigScreenFeature: Feature = {
  messages: ['big-screen', 'health', 'alarms', 'devices', 'terminal-pages'],
  routes: [
    {
      path: '/monitor',
      title: 'nav.monitor',
      icon: 'system',
      menu: true,
      redirect: WALL,
      children: [
        {
          path: WALL,
          title: 'nav.bigShow',
          jump: 'mb',
          icon: 'wall',
          permission: 'statistics',
          menu: true,
          wall: true,
          siteType: 'any',
          page: () => import('./pages/BigShowPage.tsx'),
        },
        {
          path: '/monitor/bigShowApDetail',
          title: 'nav.bigShowApDetail',
          permission: 'device_manage',
          ofDevices: true,
          wall: true,
          siteType: 'any',
          page: () => import('./pages/BigShowApDetailPage.tsx'),
        },
        {
          path: '/monitor/alarmDetail',
          title: 'nav.alarmDetail',
          permission: 'current_alarm',
          wall: true,
          siteType: 'any',
          page: () => import('./pages/AlarmDetailPage.tsx'),
        },
      ],
    },
  ],
};
