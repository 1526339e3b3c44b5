import { isIPv4, isIPv6 } from 'node:net';

/** This host, no host, or one that only its own wire can reach. */
const NOWHERE_IPV4 = /^(?:0|127|169\.254)\./;
const NOWHERE_IPV6 = /^(?:::1?$|fe[89ab][0-9a-f]:)/i;

/** Where a device can be found, of all the addresses it told: IPv4 before IPv6; null when none of them says so. */
export function ownAddress(addresses: readonly string[]): string | null {
  return (
    addresses.find((address) => isIPv4(address) && !NOWHERE_IPV4.test(address)) ??
    addresses.find((address) => isIPv6(address) && !NOWHERE_IPV6.test(address)) ??
    null
  );
}
