import { TOPOLOGY_PAGE } from '../../shared/devices/topology-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

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
          icon: 'network',
          permission: 'net_map',
          menu: true,
          jump: 't',
          page: () => import('./pages/TopologyPage.tsx'),
        },
      ],
    },
  ],
};
