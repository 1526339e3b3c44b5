import type { Feature } from '../../shared/routing/route-def.ts';

/** Alarms of all sites, opened from the header; those of the selected site are in the sidebar. */
export const ALL_ALARMS = '/topalarm/list';

export const alarmsFeature: Feature = {
  messages: ['alarms', 'devices', 'logs'],
  live: () => import('./alarms.live.ts'),
  routes: [
    {
      path: '/alarm',
      title: 'nav.alarm',
      icon: 'bell',
      menu: true,
      redirect: '/alarm/list',
      children: [
        {
          path: '/alarm/list',
          title: 'nav.alarmList',
          jump: 'aa',
          icon: 'bell',
          permission: 'current_alarm',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/AlarmsPage.tsx'),
        },
        {
          path: '/alarm/alarmSetting',
          title: 'nav.alarmSetting',
          jump: 'ar',
          icon: 'settings',
          permission: 'alarm_rule',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/AlarmSettingPage.tsx'),
        },
        {
          path: '/alarm/monitoringUsers',
          title: 'nav.monitoringUsers',
          jump: 'am',
          icon: 'people',
          permission: 'alarm_mac',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/MonitoringUsersPage.tsx'),
        },
      ],
    },
    {
      path: ALL_ALARMS,
      title: 'nav.topalarm',
      icon: 'bell',
      permission: 'current_alarm',
      siteType: 'any',
      page: () => import('./pages/AllAlarmsPage.tsx'),
    },
  ],
};
