import { LIMITS } from '../../limits.ts';
import { isIntegerInRange } from '../text/integer-in-range.ts';

/** The number after the slash of an IPv4 network. */
export function isCidrSuffix(text: string): boolean {
  return isIntegerInRange(text, LIMITS.network.cidrSuffixMin, LIMITS.network.cidrSuffixMax);
}
