import { NOTICE_SETTING } from '../../shared/alarms/notice-pages.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

export const noticesFeature: Feature = {
  messages: ['notices-page', 'alarms', 'logs'],
  live: () => import('./notices.live.ts'),
  routes: [
    {
      path: '/alarm',
      children: [
        {
          path: NOTICE_SETTING,
          title: 'nav.noticeSetting',
          jump: 'an',
          icon: 'send',
          permission: 'alarm_index',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/NoticeSettingPage.tsx'),
        },
      ],
    },
  ],
};
