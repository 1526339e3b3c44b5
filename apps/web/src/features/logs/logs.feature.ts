import type { Feature } from '../../shared/routing/route-def.ts';

/** The operation log has its own permission; all other tabs need the other one and a device class. */
const LOG_KEYS = ['operation_log', 'device_manage'] as const;

export const logsFeature: Feature = {
  messages: [
    'logs',
    'operations',
    'operation-log',
    'access',
    'alarms',
    'commands',
    'devices',
    'telemetry',
    'terminals',
    'firmware',
    'firmware-pages',
  ],
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
          ofDevices: 'device_manage',
          menu: true,
          siteType: 'any',
          page: () => import('./LogsPage.tsx'),
        },
      ],
    },
  ],
};
