import type { Feature } from '../../shared/routing/route-def.ts';

export const logsFeature: Feature = {
  messages: ['logs', 'operations', 'devices', 'telemetry', 'terminals', 'firmware', 'firmware-pages'],
  live: () => import('./logs.live.ts'),
  routes: [
    {
      path: '/alarm',
      children: [
        {
          path: '/alarm/logs',
          title: 'nav.alarmLogs',
          icon: 'log',
          permission: 'device_manage',
          menu: true,
          jump: 'l',
          page: () => import('./LogsPage.tsx'),
        },
      ],
    },
  ],
};
