import type { Feature } from '../../shared/routing/route-def.ts';

export const identityFeature: Feature = {
  messages: ['identity'],
  routes: [
    { path: '/login', title: 'ui.pages.login', public: true, page: () => import('./pages/LoginPage.tsx') },
    {
      path: '/smslogin',
      title: 'ui.pages.smslogin',
      public: true,
      page: () => import('./pages/SmsLoginPage.tsx'),
    },
    {
      path: '/applogin',
      title: 'ui.pages.applogin',
      public: true,
      page: () => import('./pages/AppLoginPage.tsx'),
    },
    {
      path: '/findpwd',
      title: 'ui.pages.findpwd',
      public: true,
      page: () => import('./pages/FindPasswordPage.tsx'),
    },
    {
      path: '/resetpassword',
      title: 'ui.pages.resetpassword',
      public: true,
      page: () => import('./pages/ResetPasswordPage.tsx'),
    },
    { path: '/demo', title: 'ui.pages.demo', public: true, page: () => import('./pages/DemoPage.tsx') },
  ],
};

/** An invitation names a role; the texts of roles are loaded only for it. */
export const registerFeature: Feature = {
  messages: ['identity', 'access'],
  routes: [
    {
      path: '/register',
      title: 'ui.pages.register',
      public: true,
      page: () => import('./pages/RegisterPage.tsx'),
    },
  ],
};
