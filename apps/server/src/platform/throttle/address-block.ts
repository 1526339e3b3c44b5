import { isIPv6 } from 'node:net';

const GROUPS = 8;
const BITS_OF_GROUP = 16;
/** The smallest IPv6 prefix that providers assign to a customer. */
const GROUPS_OF_ONE_CUSTOMER = 4;

/** The largest IPv6 prefix that providers assign to a site. */
const GROUPS_OF_ONE_SITE = 3;

/** The addresses of one customer of a provider: one IPv4 address, or a /64 of IPv6. */
export function addressBlock(address: string): string {
  return ipv6Block(address, GROUPS_OF_ONE_CUSTOMER) ?? ipv4Of(address);
}

/** The network an address is in: a /24 of IPv4 or a /48 of IPv6. */
export function addressNetwork(address: string): string {
  const network = ipv6Block(address, GROUPS_OF_ONE_SITE);
  return network ?? ipv4Of(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/** An IPv4 address, also in its IPv6-mapped form; anything else unchanged. */
function ipv4Of(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Null for IPv4. */
function ipv6Block(address: string, size: number): string | null {
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare) || ipv4Of(address) !== address) return null;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const front = groupsOf(head);
  const back = groupsOf(tail ?? '');
  const missing = tail === undefined ? 0 : GROUPS - front.length - back.length;
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  const block = groups.slice(0, size).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/${size * BITS_OF_GROUP}`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
