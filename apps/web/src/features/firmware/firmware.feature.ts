import type { Feature } from '../../shared/routing/route-def.ts';

export const firmwareFeature: Feature = {
  messages: ['devices', 'firmware', 'firmware-pages', 'rollout'],
  live: () => import('./firmware.live.ts'),
  routes: [
    {
      path: '/device',
      children: [
        {
          path: '/device/firmware',
          title: 'nav.deviceFirmware',
          jump: 'df',
          icon: 'firmware',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/FirmwarePage.tsx'),
        },
      ],
    },
  ],
};
