import { CHANGE_PAGE, CHANGES_PAGE, DRAFT_PAGE } from '../../shared/configuration/change-page.ts';
import type { Feature } from '../../shared/routing/route-def.ts';

export const configurationFeature: Feature = {
  messages: ['configuration', 'configuration-pages', 'devices', 'logs'],
  live: () => import('./configuration.live.ts'),
  routes: [
    {
      path: '/configuration',
      title: 'nav.configuration',
      icon: 'settings',
      permission: 'network_config',
      menu: true,
      redirect: CHANGES_PAGE,
      children: [
        {
          path: CHANGES_PAGE,
          title: 'nav.configurationChanges',
          jump: 'cc',
          icon: 'compare',
          permission: 'network_config',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/ChangesPage.tsx'),
        },
        {
          path: DRAFT_PAGE,
          title: 'nav.configurationDraft',
          jump: 'cd',
          icon: 'edit',
          permission: 'network_config',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/DraftPage.tsx'),
        },
        {
          path: CHANGE_PAGE,
          title: 'nav.configurationChange',
          permission: 'network_config',
          siteType: 'any',
          scope: 'object',
          page: () => import('./pages/ChangePage.tsx'),
        },
      ],
    },
  ],
};
