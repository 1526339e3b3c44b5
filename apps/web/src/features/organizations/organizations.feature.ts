import type { Feature } from '../../shared/routing/route-def.ts';

export const organizationsFeature: Feature = {
  messages: ['organizations', 'logs', 'health', 'alarms'],
  live: () => import('./organizations.live.ts'),
  routes: [
    {
      path: '/topnav',
      title: 'nav.topnav',
      ofAccount: true,
      icon: 'settings',
      menu: true,
      redirect: '/topnav/org',
      children: [
        {
          path: '/topnav/org',
          title: 'nav.org',
          jump: 'oo',
          icon: 'organization',
          permission: 'org_manage',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/OrganizationsPage.tsx'),
        },
        {
          path: '/topnav/site',
          title: 'nav.site',
          jump: 'os',
          icon: 'site',
          permission: 'site_manage',
          menu: true,
          siteType: 'any',
          page: () => import('./pages/SitesPage.tsx'),
        },
      ],
    },
  ],
};
