import { LIMITS } from '../../limits.ts';
import { isIntegerInRange } from '../text/integer-in-range.ts';

export function isPort(text: string): boolean {
  return isIntegerInRange(text, LIMITS.network.portMin, LIMITS.network.portMax);
}
