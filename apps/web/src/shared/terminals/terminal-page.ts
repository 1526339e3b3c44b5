export const TERMINAL_PAGE = '/monitor/termDetail';

/** All that is known of one client. */
export function terminalPage(mac: string): string {
  return `${TERMINAL_PAGE}?mac=${encodeURIComponent(mac)}`;
}
