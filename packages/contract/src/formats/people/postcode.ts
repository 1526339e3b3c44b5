import { LIMITS } from '../../limits.ts';

export function isPostcode(text: string): boolean {
  return text.length === LIMITS.mailingAddress.postcodeLength && /^[0-9]+$/.test(text);
}
