import { keysOfKind } from '@airloom/contract/devices/device-classes';
import type { Feature } from '../../shared/routing/route-def.ts';
import { ALL_DEVICES, KIND_LISTS } from './device-kinds.ts';

export const devicesFeature: Feature = {
  messages: ['devices', 'devices-pages'],
  live: () => import('./devices.live.ts'),
  routes: [
    {
      path: '/device',
      title: 'nav.device',
      icon: 'device',
      permission: 'device_manage',
      menu: true,
      redirect: ALL_DEVICES,
      children: [
        {
          path: ALL_DEVICES,
          title: 'nav.deviceAll',
          icon: 'device',
          permission: 'all_device',
          menu: true,
          jump: 'd',
          page: () => import('./pages/AllDevicesPage.tsx'),
        },
        {
          ...KIND_LISTS.ap,
          title: 'nav.deviceAp',
          permission: keysOfKind('ap'),
          menu: true,
          jump: 'a',
          page: () => import('./pages/AccessPointsPage.tsx'),
        },
        {
          ...KIND_LISTS.ac,
          title: 'nav.deviceAc',
          permission: keysOfKind('ac'),
          menu: true,
          jump: 'c',
          page: () => import('./pages/WirelessControllersPage.tsx'),
        },
        {
          ...KIND_LISTS.switch,
          title: 'nav.deviceSwitch',
          permission: keysOfKind('switch'),
          menu: true,
          jump: 'w',
          page: () => import('./pages/SwitchesPage.tsx'),
        },
        {
          ...KIND_LISTS.gateway,
          title: 'nav.deviceDcme',
          permission: keysOfKind('gateway'),
          menu: true,
          jump: 'y',
          page: () => import('./pages/GatewaysPage.tsx'),
        },
        {
          ...KIND_LISTS.controller,
          title: 'nav.deviceImController',
          permission: keysOfKind('controller'),
          menu: true,
          jump: 'k',
          page: () => import('./pages/CloudControllersPage.tsx'),
        },
        {
          ...KIND_LISTS.smart,
          title: 'nav.deviceSmart',
          permission: keysOfKind('smart'),
          menu: true,
          jump: 'm',
          page: () => import('./pages/SmartDevicesPage.tsx'),
        },
        {
          path: '/device/group',
          title: 'nav.deviceGroup',
          icon: 'group',
          menu: true,
          jump: 'b',
          page: () => import('./pages/GroupsPage.tsx'),
        },
        {
          path: '/device/unclaimed',
          title: 'nav.deviceUnclaimed',
          icon: 'unclaimed',
          menu: true,
          jump: 'u',
          page: () => import('./pages/UnclaimedPage.tsx'),
        },
      ],
    },
  ],
};
