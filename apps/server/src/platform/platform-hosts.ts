import { outsideAddresses } from './outside-addresses.ts';
import type { Settings } from './settings.ts';

export type PlatformAddresses = Pick<
  Settings,
  'GATEWAY_ADDRESS' | 'PUBLIC_URL' | 'PORTAL_URL' | 'PROXY_HOST'
>;

/** Host names and addresses under which devices and browsers reach this platform. */
function platformHosts(settings: PlatformAddresses): Set<string> {
  const { GATEWAY_ADDRESS, PUBLIC_URL, PORTAL_URL, PROXY_HOST } = settings;
  const hosts = [GATEWAY_ADDRESS, PROXY_HOST?.replace(/^\*\./, '')];
  const urls = [PUBLIC_URL, PORTAL_URL, ...hosts.map((host) => host && `https://${host}`)];
  return new Set(urls.flatMap((url) => (url === undefined || url === '' ? [] : [new URL(url).hostname])));
}

/** Whether a host name or IPv4 address is one of this platform's, also one of this machine's. */
export function isPlatformAddress(settings: PlatformAddresses, host: string): boolean {
  return platformHosts(settings).has(host) || outsideAddresses().includes(host);
}
