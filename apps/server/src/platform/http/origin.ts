import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addSubnet('::1', 128, 'ipv6');

const HOST = /^(?:[a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Whether a Host header names a valid host; a missing one is left to the routes. */
export function isHost(header: string): boolean {
  return header === '' || (HOST.test(header) && URL.canParse(`http://${header}`));
}

/** The address and port the request arrived at. */
interface Arrival {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/**
 * Clients choose the Host header, so a link mailed to another person must not contain a name or address from
 * it: only the setting PUBLIC_URL gives this server a name. Loopback is harmless, and so
 * is the address the request arrived at, which is used for anything else.
 */
export function originForOthers(protocol: string, host: string, arrival: Arrival): string {
  const asked = `${protocol}://${host}`;
  const address = (arrival.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  if (URL.canParse(asked)) {
    const url = new URL(asked);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (isLoopback(hostname) || hostname === address) return url.origin;
  }
  return `http://${isIPv6(address) ? `[${address}]` : address}:${arrival.localPort ?? 80}`;
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  if (isIPv4(hostname)) return LOOPBACK.check(hostname, 'ipv4');
  return isIPv6(hostname) && LOOPBACK.check(hostname, 'ipv6');
}
