import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { parseNetwork, plainAddress } from './outside.ts';

/** Names that reverse proxies are configured by. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is one of these, or in one of these networks. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const bare = plainAddress(address);
  const family = isIPv4(bare) ? 'ipv4' : isIPv6(bare) ? 'ipv6' : null;
  if (family === null) return false;
  const list = new BlockList();
  for (const range of ranges.flatMap((one) => NAMED[one] ?? [one])) {
    const network = parseNetwork(range);
    if (network?.family === family) list.addSubnet(network.address, network.prefix, family);
  }
  return list.check(bare, family);
}
