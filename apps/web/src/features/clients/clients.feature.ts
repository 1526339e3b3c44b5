import type { Feature } from '../../shared/routing/route-def.ts';
import { TERMINAL_PAGE } from '../../shared/terminals/terminal-page.ts';

export const terminalsFeature: Feature = {
  messages: ['terminals', 'terminal-pages', 'telemetry', 'commands', 'devices', 'logs', 'device-detail'],
  live: () => import('./clients.live.ts'),
  routes: [
    {
      path: '/monitor',
      children: [
        {
          path: '/monitor/onlineUser',
          title: 'nav.onlineUser',
          jump: 'mc',
          icon: 'phone',
          permission: 'authuserOnline_view',
          ofDevices: true,
          menu: true,
          siteType: 'any',
          page: () => import('./pages/OnlineUserPage.tsx'),
        },
        {
          path: TERMINAL_PAGE,
          title: 'nav.termDetail',
          permission: 'authuserOnline_view',
          ofDevices: true,
          fromBigScreen: true,
          siteType: 'any',
          scope: 'object',
          page: () => import('./pages/TermDetailPage.tsx'),
        },
      ],
    },
  ],
};
