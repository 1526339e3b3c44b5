import type { Feature } from '../../shared/routing/route-def.ts';

export const accessFeature: Feature = {
  messages: ['access', 'errors'],
  live: () => import('./access.live.ts'),
  routes: [
    {
      path: '/topnav',
      children: [
        {
          path: '/topnav/subaccount',
          title: 'nav.subaccount',
          jump: 'oa',
          icon: 'people',
          permission: 'subaccount_manage',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/SubAccountsPage.tsx'),
        },
        {
          path: '/topnav/role',
          title: 'nav.role',
          jump: 'or',
          icon: 'role',
          permission: 'role_manage',
          menu: true,
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/RolesPage.tsx'),
        },
      ],
    },
  ],
};
