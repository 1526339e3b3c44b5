import { SWITCH_SETTINGS_PAGE } from '../../shared/devices/device-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

/** Settings of switches, and port profiles for many of them. */
export const switchSettingsFeature: Feature = {
  messages: ['switches', 'configuration', 'devices', 'telemetry', 'access'],
  routes: [
    {
      path: '/device',
      children: [
        {
          path: SWITCH_SETTINGS_PAGE,
          title: 'nav.switchSettings',
          icon: 'switch',
          permission: 'switch_device',
          siteType: 'any',
          scope: 'object',
          page: () => import('./settings/SwitchSettingsPage.tsx'),
        },
      ],
    },
    {
      path: '/wireless',
      children: [
        {
          path: '/wireless/portProfiles',
          title: 'nav.portProfiles',
          jump: 'wp',
          icon: 'switch',
          permission: 'switch_device',
          menu: true,
          siteType: 'any',
          page: () => import('./profiles/PortProfilesPage.tsx'),
        },
      ],
    },
  ],
};
