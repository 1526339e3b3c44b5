import type { Feature } from '../../shared/routing/route-def.ts';

/** Tabs of device pages about ports; the pages themselves belong to the devices. */
export const switchesFeature: Feature = {
  messages: [],
  routes: [],
  live: () => import('./switches.live.ts'),
  deviceTabs: {
    ports: {
      messages: ['ports'],
      part: async () => (await import('./ports/PortsTab.tsx')).PortsTab,
    },
    accessPoints: {
      messages: ['ports'],
      part: async () => (await import('./access-points/AccessPointsTab.tsx')).AccessPointsTab,
    },
  },
};
