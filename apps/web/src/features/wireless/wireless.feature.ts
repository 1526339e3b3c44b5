import type { Feature } from '../../shared/routing/route-def.ts';
import { GATEWAY_AUTH, NETWORK_FORM, NETWORKS, RADIOS, WHITELIST } from './wireless-pages.ts';

export const wirelessFeature: Feature = {
  messages: ['wireless', 'access', 'devices'],
  routes: [
    {
      path: '/wireless',
      title: 'nav.wireless',
      icon: 'ap',
      menu: true,
      redirect: NETWORKS,
      children: [
        {
          path: NETWORKS,
          title: 'nav.wirelessNetconfig',
          jump: 'wn',
          icon: 'ap',
          permission: 'network',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/NetworksPage.tsx'),
        },
        {
          path: NETWORK_FORM,
          title: 'nav.wirelessNetconfigAdd',
          icon: 'ap',
          permission: 'network',
          siteType: 'any',
          page: () => import('./pages/NetworkPage.tsx'),
        },
        {
          path: RADIOS,
          title: 'nav.wirelessRadios',
          jump: 'wr',
          icon: 'ac',
          permission: 'network',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/RadiosPage.tsx'),
        },
        {
          path: WHITELIST,
          title: 'nav.wirelessWhitelist',
          jump: 'wl',
          icon: 'clear',
          permission: 'network',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/WhitelistPage.tsx'),
        },
        {
          path: GATEWAY_AUTH,
          title: 'nav.wirelessGatewayAuth',
          jump: 'wg',
          icon: 'gateway',
          permission: 'dcme_auth',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/GatewayAuthPage.tsx'),
        },
      ],
    },
  ],
};
