/** Where on the page all sites are listed. */
export const SITE_LIST = 'home-sites';
