import type { Feature } from '../../shared/routing/route-def.ts';

/** The settings of a person's own account; their texts are loaded separately from those of the sign-in pages. */
export const accountSettingsFeature: Feature = {
  messages: ['identity', 'account', 'safety', 'usage'],
  routes: [
    {
      path: '/usercenter',
      title: 'nav.usercenter',
      redirect: '/usercenter/accountset',
      children: [
        {
          path: '/usercenter/accountset',
          title: 'nav.accountset',
          jump: 'us',
          icon: 'settings',
          siteType: 'any',
          scope: 'account',
          page: () => import('./pages/AccountSetPage.tsx'),
        },
      ],
    },
  ],
};
