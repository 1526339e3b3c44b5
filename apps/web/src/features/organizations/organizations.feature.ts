import type { Feature } from '../../shared/routing/route-def.ts';

export const organizationsFeature: Feature = {
  messages: ['organizations'],
  live: () => import('./organizations.live.ts'),
  routes: [
    {
      path: '/topnav',
      title: 'nav.topnav',
      icon: 'settings',
      menu: true,
      redirect: '/topnav/org',
      children: [
        {
          path: '/topnav/org',
          title: 'nav.org',
          icon: 'organization',
          permission: 'org_manage',
          menu: true,
          jump: 'o',
          siteType: 'any',
          page: () => import('./pages/OrganizationsPage.tsx'),
        },
        {
          path: '/topnav/site',
          title: 'nav.site',
          icon: 'site',
          permission: 'site_manage',
          menu: true,
          jump: 's',
          siteType: 'any',
          page: () => import('./pages/SitesPage.tsx'),
        },
      ],
    },
  ],
};
