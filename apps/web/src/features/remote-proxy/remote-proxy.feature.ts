import { REMOTE_PROXY_PATH } from '../../shared/devices/remote-proxy-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

export const remoteProxyFeature: Feature = {
  messages: ['remote-proxy'],
  live: () => import('./remote-proxy.live.ts'),
  routes: [
    {
      path: '/monitor',
      children: [
        {
          path: REMOTE_PROXY_PATH,
          title: 'nav.remoteProxy',
          jump: 'mp',
          icon: 'external',
          permission: 'remote_proxy',
          ofDevices: true,
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/RemoteProxyPage.tsx'),
        },
      ],
    },
  ],
};
