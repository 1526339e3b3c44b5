export const PUBLIC_PAGES = [
  '/console',
  '/login',
  '/register',
  '/smslogin',
  '/applogin',
  '/findpwd',
  '/resetpassword',
  '/404',
] as const;
