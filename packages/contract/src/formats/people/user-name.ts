import { LIMITS } from '../../limits.ts';

export function isUserName(text: string): boolean {
  return text.length <= LIMITS.account.userNameMax && /^[A-Za-z0-9_]+$/.test(text);
}
