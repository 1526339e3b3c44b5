export const TOPOLOGY_PAGE = '/monitor/topo';

/** The picture of a device's site with the device in its middle and its way out lit. */
export function topologyPage(siteUUID: string, deviceUUID: string): string {
  return `${TOPOLOGY_PAGE}?${new URLSearchParams({ site: siteUUID, find: deviceUUID })}`;
}
