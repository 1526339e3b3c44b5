import { LIMITS } from '../../limits.ts';
import { isAlphanumeric } from '../text/alphanumeric.ts';

export function isTaxNumber(text: string): boolean {
  return LIMITS.invoice.taxNumberLengths.some((length) => length === text.length) && isAlphanumeric(text);
}
