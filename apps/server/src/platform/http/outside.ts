import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not the public internet: loopback, private, link-local, cloud metadata, multicast. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Cloud metadata services.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4');
}
// Special ranges within 2000::/3, among them tunnels to IPv4.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv6');
}
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');

/** An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return bare;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Which external addresses may be contacted. */
export class Outside {
  readonly #allowed = new BlockList();

  /** `allowed`: networks such as `10.1.0.0/16` that may be reached although they are internal. */
  constructor(allowed: readonly string[] = []) {
    for (const network of allowed) {
      const parsed = parseNetwork(network);
      if (parsed === null) throw new Error(`${network} is not a network`);
      this.#allowed.addSubnet(parsed.address, parsed.prefix, parsed.family);
    }
  }

  allows(address: string): boolean {
    const bare = plainAddress(address);
    if (isIPv4(bare)) return this.#allowed.check(bare, 'ipv4') || !INSIDE.check(bare, 'ipv4');
    if (!isIPv6(bare)) return false;
    if (this.#allowed.check(bare, 'ipv6')) return true;
    return GIVEN_OUT.check(bare, 'ipv6') && !INSIDE.check(bare, 'ipv6');
  }
}

/** `address/prefix`, or a single address. */
export function parseNetwork(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | null {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const [, address = '', given] = match ?? [];
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  if (family === null) return null;
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = given === undefined ? longest : Number(given);
  return prefix <= longest ? { address, prefix, family } : null;
}
