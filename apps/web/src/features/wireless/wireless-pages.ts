import { NETWORKS_PAGE } from '../../shared/configuration/change-page.ts';

export const NETWORKS = NETWORKS_PAGE;
export const NETWORK_FORM = '/wireless/netconfigAdd';
export const RADIOS = '/wireless/radios';
export const WHITELIST = '/wireless/whitelist';
export const GATEWAY_AUTH = '/wireless/gatewayAuth';

interface Listed {
  networkUUID: string;
  place: { uuid: string };
}

/** The address of a form of a network; `place` is where the network is defined. */
function formOf(
  name: 'network' | 'copy' | 'override',
  { networkUUID, place }: Listed,
  site?: string,
): string {
  const query = new URLSearchParams({ [name]: networkUUID, place: place.uuid, ...(site ? { site } : {}) });
  return `${NETWORK_FORM}?${query}`;
}

export const editAddress = (network: Listed): string => formOf('network', network);
export const copyAddress = (network: Listed): string => formOf('copy', network);
export const overrideAddress = (network: Listed, siteUUID?: string): string =>
  formOf('override', network, siteUUID);
