import { INVOICE_LIMITS } from '../../billing/billing.limits.ts';
import { isAlphanumeric } from '../text/alphanumeric.ts';

export function isTaxNumber(text: string): boolean {
  return INVOICE_LIMITS.taxNumberLengths.some((length) => length === text.length) && isAlphanumeric(text);
}
