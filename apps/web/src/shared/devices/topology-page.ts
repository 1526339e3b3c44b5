import { SCOPE_PARAMETER } from '../session/scope-address.ts';

export const TOPOLOGY_PAGE = '/monitor/topo';

/** The picture of a device's site with the device in its middle and its way out lit. */
export function topologyPage(siteUUID: string, deviceUUID: string): string {
  return `${TOPOLOGY_PAGE}?${new URLSearchParams({ [SCOPE_PARAMETER]: siteUUID, find: deviceUUID })}`;
}
