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
          icon: 'people',
          permission: 'subaccount_manage',
          menu: true,
          jump: 'p',
          siteType: 'any',
          page: () => import('./pages/SubAccountsPage.tsx'),
        },
        {
          path: '/topnav/role',
          title: 'nav.role',
          icon: 'role',
          permission: 'role_manage',
          menu: true,
          jump: 'r',
          siteType: 'any',
          page: () => import('./pages/RolesPage.tsx'),
        },
      ],
    },
  ],
};
