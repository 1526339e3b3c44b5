import { TOPOLOGY_PAGE } from '../../shared/devices/topology-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';
import { SITE } from '../../shared/session/current-site.ts';

export const topologyFeature: Feature = {
  messages: ['topology', 'devices', 'errors'],
  live: () => import('./topology.live.ts'),
  routes: [
    {
      path: '/monitor',
      children: [
        {
          path: TOPOLOGY_PAGE,
          title: 'nav.topology',
          jump: 'mt',
          icon: 'network',
          permission: 'net_map',
          ofDevices: true,
          siteType: SITE,
          menu: true,
          page: () => import('./pages/TopologyPage.tsx'),
        },
      ],
    },
  ],
};
