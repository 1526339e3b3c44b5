import { LIMITS } from '../../limits.ts';
import { isIntegerInRange } from '../text/integer-in-range.ts';

export function isVlanId(text: string): boolean {
  return isIntegerInRange(text, LIMITS.network.vlanIdMin, LIMITS.network.vlanIdMax);
}
