import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import type { Feature } from '../../../shared/routing/route-def.ts';

/** The wizard that adds devices, in the section of devices. */
export const addingFeature: Feature = {
  messages: ['devices', 'devices-pages', 'adding'],
  routes: [
    {
      path: '/device',
      children: [
        {
          path: ADD_DEVICE,
          title: 'nav.deviceAdd',
          icon: 'plus',
          permission: 'device_manage',
          siteType: 'any',
          page: () => import('./AddDevicePage.tsx'),
        },
      ],
    },
  ],
};
