export const SCREEN_LINKS_PATH = '/monitor/screenLinks';
