import { MAILING_ADDRESS_LIMITS } from '../../billing/billing.limits.ts';

export function isPostcode(text: string): boolean {
  return text.length === MAILING_ADDRESS_LIMITS.postcodeLength && /^[0-9]+$/.test(text);
}
