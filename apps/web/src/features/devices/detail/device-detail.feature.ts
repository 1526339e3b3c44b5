import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_PAGES } from '../../../shared/devices/device-page.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import type { Feature, RouteDef } from '../../../shared/routing/route-def.ts';

/**
 * All kinds share one page; its tabs depend on the kind and its reports. A device known by its id only is opened at any
 * of these pages, so each is available to roles with any device class.
 */
function pageOf(kind: DeviceKind, title: MessageKey): RouteDef {
  return {
    path: DEVICE_PAGES[kind],
    title,
    ofDevices: true,
    siteType: 'any',
    scope: 'object',
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
