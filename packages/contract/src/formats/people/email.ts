import { isDomain } from '../network/domain.ts';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LOCAL_PART_MAX = 64;

/** Format only; the maximum length is a rule of the account. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || at > LOCAL_PART_MAX) return false;
  return LOCAL_PART.test(text.slice(0, at)) && isDomain(text.slice(at + 1));
}
