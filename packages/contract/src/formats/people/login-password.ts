import { ACCOUNT_LIMITS } from '../../identity/identity.limits.ts';
import { hasChinese } from '../text/chinese.ts';
import { hasFullWidth } from '../text/full-width.ts';
import { isAmongWorstPasswords } from './worst-passwords.ts';

/** In the order of the checks; the text of fault `x` is the message `validation.password.x`. */
export const LOGIN_PASSWORD_FAULTS = ['length', 'characters', 'classes', 'accountName', 'wellKnown'] as const;
export type LoginPasswordFault = (typeof LOGIN_PASSWORD_FAULTS)[number];

/** Shorter names occur in too many harmless passwords. */
const NAME_MIN = 3;

function hasUnwantedCharacters(password: string): boolean {
  return hasChinese(password) || hasFullWidth(password) || /\p{C}/u.test(password);
}

function mixesAllClasses(password: string): boolean {
  return /\p{L}/u.test(password) && /[0-9]/.test(password) && /[^\p{L}\p{N}]/u.test(password);
}

/** The part of a mail address before the @ counts as a name too. */
function containsName(password: string, accountName: string): boolean {
  const lowered = password.toLowerCase();
  const name = accountName.toLowerCase();
  return [name, name.split('@')[0] ?? ''].some((part) => part.length >= NAME_MIN && lowered.includes(part));
}

/**
 * The first rule the password breaks, or null. `accountNames` are the names its owner signs in with.
 * The comparison with the old password is done by the call that knows it.
 */
export function loginPasswordFault(
  password: string,
  accountNames: readonly string[],
): LoginPasswordFault | null {
  const { passwordMin, passwordMax } = ACCOUNT_LIMITS;
  if (password.length < passwordMin || password.length > passwordMax) return 'length';
  if (hasUnwantedCharacters(password)) return 'characters';
  if (!mixesAllClasses(password)) return 'classes';
  if (accountNames.some((name) => containsName(password, name))) return 'accountName';
  return isAmongWorstPasswords(password) ? 'wellKnown' : null;
}
