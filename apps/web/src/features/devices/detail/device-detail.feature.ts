import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_PAGES } from '../../../shared/devices/device-page.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import type { Feature, RouteDef } from '../../../shared/routing/route-def.ts';

/**
 * The page is the same for all; which parts it has is decided by what the device is and tells. A device that is known by
 * its id alone is opened at any of these pages, so each is for those who see devices of any class.
 */
function pageOf(kind: DeviceKind, title: MessageKey): RouteDef {
  return {
    path: DEVICE_PAGES[kind],
    title,
    ofDevices: true,
    siteType: 'any',
    page: () => import('./DevicePage.tsx'),
  };
}

export const deviceDetailFeature: Feature = {
  messages: [
    'devices',
    'devices-pages',
    'device-detail',
    'commands',
    'command-pages',
    'telemetry',
    'terminals',
    'logs',
  ],
  live: () => import('./device-detail.live.ts'),
  routes: [
    {
      path: '/device',
      children: [
        pageOf('ac', 'nav.deviceAcDetail'),
        pageOf('ap', 'nav.deviceCapDetail'),
        pageOf('gateway', 'nav.deviceDcmeDetail'),
        pageOf('switch', 'nav.deviceSwitchDetail'),
        pageOf('controller', 'nav.deviceImDetail'),
        pageOf('smart', 'nav.deviceSmartDetail'),
      ],
    },
  ],
};
