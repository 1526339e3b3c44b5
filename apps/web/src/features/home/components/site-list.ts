/** Element id of the list of all sites. */
export const SITE_LIST = 'home-sites';
