import { ACCOUNT_LIMITS } from '../../identity/identity.limits.ts';

export function isUserName(text: string): boolean {
  return text.length <= ACCOUNT_LIMITS.userNameMax && /^[A-Za-z0-9_]+$/.test(text);
}
