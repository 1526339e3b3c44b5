import type { Feature } from '../../shared/routing/route-def.ts';

export const statisticsFeature: Feature = {
  messages: ['statistics', 'reports', 'devices', 'device-detail', 'terminal-pages', 'logs'],
  live: () => import('./statistics.live.ts'),
  routes: [
    {
      path: '/statistics',
      title: 'nav.statistics',
      icon: 'chart',
      permission: 'statistics',
      menu: true,
      redirect: '/statistics/property',
      children: [
        {
          path: '/statistics/network',
          title: 'nav.statisticsNetwork',
          jump: 'sn',
          icon: 'chart',
          permission: 'statistics',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/NetworkStatisticsPage.tsx'),
        },
        {
          path: '/statistics/device',
          title: 'nav.statisticsDevice',
          jump: 'sd',
          icon: 'ping',
          permission: 'statistics',
          ofDevices: true,
          menu: true,
          siteType: 'any',
          page: () => import('./pages/DeviceStatisticsPage.tsx'),
        },
        {
          path: '/statistics/terminal',
          title: 'nav.statisticsTerminal',
          jump: 'sc',
          icon: 'phone',
          permission: 'statistics',
          ofDevices: true,
          menu: true,
          siteType: 'any',
          page: () => import('./pages/TerminalStatisticsPage.tsx'),
        },
        {
          path: '/statistics/property',
          title: 'nav.statisticsProperty',
          jump: 'sa',
          icon: 'group',
          permission: 'statistics',
          ofDevices: true,
          menu: true,
          siteType: 'any',
          page: () => import('./pages/AssetStatisticsPage.tsx'),
        },
        // The specification opens the section at this page name, which does not exist.
        {
          path: '/statistics/asset',
          title: 'nav.statisticsProperty',
          permission: 'statistics',
          ofDevices: true,
          redirect: '/statistics/property',
        },
      ],
    },
  ],
};
