import { SHELL_SESSIONS_PATH } from '../../shared/devices/shell-sessions-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';
import { SHELL_PATH, SHELL_REPLAY_PATH } from './shell-path.ts';

export const webShellFeature: Feature = {
  messages: ['web-shell', 'devices'],
  routes: [
    {
      path: '/device',
      children: [
        {
          path: SHELL_PATH,
          title: 'nav.sshConnect',
          permission: 'device_manage',
          ofDevices: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/ShellPage.tsx'),
        },
        {
          path: SHELL_SESSIONS_PATH,
          title: 'nav.shellSessions',
          permission: 'device_manage',
          ofDevices: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/ShellSessionsPage.tsx'),
        },
        {
          path: SHELL_REPLAY_PATH,
          title: 'nav.shellReplay',
          permission: 'account_manage',
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/ReplayPage.tsx'),
        },
      ],
    },
  ],
};
