import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A provider hands every customer at least this much of IPv6. */
const GROUPS_OF_ONE_CUSTOMER = 4;

/** What one customer of a provider can send from: one IPv4 address, or a whole /64 of IPv6. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const front = groupsOf(head);
  const back = groupsOf(tail ?? '');
  const missing = tail === undefined ? 0 : GROUPS - front.length - back.length;
  const groups = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  const block = groups
    .slice(0, GROUPS_OF_ONE_CUSTOMER)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
