import { isIntegerInRange } from '../text/integer-in-range.ts';
import { isIpv4 } from './ipv4.ts';
import { isIpv6 } from './ipv6.ts';

/** An IPv4 or IPv6 address, or a network with its prefix length such as `10.1.0.0/16`. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0) return false;
  const longest = isIpv4(address) ? 32 : isIpv6(address) ? 128 : null;
  return longest !== null && (prefix === undefined || isIntegerInRange(prefix, 1, longest));
}
