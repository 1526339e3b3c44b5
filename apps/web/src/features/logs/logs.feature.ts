import type { Feature } from '../../shared/routing/route-def.ts';

/** Each tab has a key of its own; the page is for those who hold any of them. */
const LOG_KEYS = ['operation_log', 'device_manage'] as const;

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
          jump: 'al',
          icon: 'log',
          permission: LOG_KEYS,
          menu: true,
          siteType: 'any',
          page: () => import('./LogsPage.tsx'),
        },
      ],
    },
  ],
};
