import { ACCOUNT_LIMITS } from '../../identity/identity.limits.ts';

export function isAlias(text: string): boolean {
  const { aliasMin, aliasMax } = ACCOUNT_LIMITS;
  if (text.length < aliasMin || text.length > aliasMax) return false;
  return /^[A-Za-z0-9_]+$/.test(text) && !/^[0-9]+$/.test(text);
}

/** The initial alias of a person. A user name has the characters of an alias, but may be all digits. */
export function aliasOf(userName: string): string {
  return isAlias(userName) ? userName : `u_${userName}`;
}
