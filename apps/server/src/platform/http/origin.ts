import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOCAL = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  LOCAL.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  LOCAL.addSubnet(network, prefix, 'ipv6');
}

/** The address and port the request arrived at. */
interface Arrival {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

/**
 * Whoever sends a request writes its Host header, so a link mailed to somebody else must not follow a name
 * in it: only the setting PUBLIC_URL gives this server a name. Local addresses lead nobody astray; for
 * anything else the address the request arrived at is used.
 */
export function originForOthers(protocol: string, host: string, arrival: Arrival): string {
  const asked = `${protocol}://${host}`;
  if (URL.canParse(asked)) {
    const url = new URL(asked);
    if (isLocal(url.hostname)) return url.origin;
  }
  const address = (arrival.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return `http://${isIPv6(address) ? `[${address}]` : address}:${arrival.localPort ?? 80}`;
}

function isLocal(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  if (isIPv4(hostname)) return LOCAL.check(hostname, 'ipv4');
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIPv6(bare) && LOCAL.check(bare, 'ipv6');
}
