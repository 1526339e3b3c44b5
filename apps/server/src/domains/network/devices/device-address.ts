import { isIPv4, isIPv6 } from 'node:net';

/** Loopback, unspecified and link-local addresses. */
const NOWHERE_IPV4 = /^(?:0|127|169\.254)\./;
const NOWHERE_IPV6 = /^(?:::1?$|fe[89ab][0-9a-f]:)/i;

/** Address of a device among those it reports: IPv4 before IPv6; null without a usable one. */
export function ownAddress(addresses: readonly string[]): string | null {
  return (
    addresses.find((address) => isIPv4(address) && !NOWHERE_IPV4.test(address)) ??
    addresses.find((address) => isIPv6(address) && !NOWHERE_IPV6.test(address)) ??
    null
  );
}
