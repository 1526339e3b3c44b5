import type { Feature } from '../../shared/routing/route-def.ts';

export const identityFeature: Feature = {
  messages: ['identity'],
  routes: [
    { path: '/login', title: 'nav.login', public: true, page: () => import('./pages/LoginPage.tsx') },
    {
      path: '/smslogin',
      title: 'nav.smslogin',
      public: true,
      page: () => import('./pages/SmsLoginPage.tsx'),
    },
    {
      path: '/applogin',
      title: 'nav.applogin',
      public: true,
      page: () => import('./pages/AppLoginPage.tsx'),
    },
    {
      path: '/findpwd',
      title: 'nav.findpwd',
      public: true,
      page: () => import('./pages/FindPasswordPage.tsx'),
    },
    {
      path: '/resetpassword',
      title: 'nav.resetpassword',
      public: true,
      page: () => import('./pages/ResetPasswordPage.tsx'),
    },
    { path: '/demo', title: 'nav.demo', public: true, page: () => import('./pages/DemoPage.tsx') },
  ],
};

/** The settings of a person's own account, whose texts the pages before the console need not wait for. */
export const accountSettingsFeature: Feature = {
  messages: ['identity', 'safety', 'usage'],
  routes: [
    {
      path: '/usercenter',
      title: 'nav.usercenter',
      redirect: '/usercenter/accountset',
      children: [
        {
          path: '/usercenter/accountset',
          title: 'nav.accountset',
          icon: 'settings',
          siteType: 'any',
          page: () => import('./pages/AccountSetPage.tsx'),
        },
      ],
    },
  ],
};

/** An invitation names a role, whose texts the other pages before the console need not wait for. */
export const registerFeature: Feature = {
  messages: ['identity', 'access'],
  routes: [
    {
      path: '/register',
      title: 'nav.register',
      public: true,
      page: () => import('./pages/RegisterPage.tsx'),
    },
  ],
};
