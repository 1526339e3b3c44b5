import type { Feature } from '../../shared/routing/route-def.ts';

const SETTINGS_TEXTS: Feature['messages'] = [
  'switches',
  'configuration',
  'commands',
  'devices',
  'telemetry',
  'access',
];

/** Port profiles, and tabs of device pages; the pages themselves belong to the devices. */
export const switchesFeature: Feature = {
  messages: SETTINGS_TEXTS,
  routes: [
    {
      path: '/configuration',
      children: [
        {
          path: '/configuration/portProfiles',
          title: 'nav.portProfiles',
          jump: 'cp',
          icon: 'switch',
          permission: 'switch_device',
          menu: true,
          siteType: 'any',
          page: () => import('./profiles/PortProfilesPage.tsx'),
        },
      ],
    },
  ],
  live: () => import('./switches.live.ts'),
  deviceTabs: {
    ports: {
      messages: ['ports'],
      part: async () => (await import('./ports/PortsTab.tsx')).PortsTab,
    },
    settings: {
      messages: SETTINGS_TEXTS,
      part: async () => (await import('./settings/SettingsTab.tsx')).SettingsTab,
    },
    accessPoints: {
      messages: ['ports'],
      part: async () => (await import('./access-points/AccessPointsTab.tsx')).AccessPointsTab,
    },
  },
};
