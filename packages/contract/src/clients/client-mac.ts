import { serialPartOf } from '../devices/serial.ts';

const DIGITS = 12;
const HEX = /^[0-9a-f]+$/;
/** IP addresses have up to 12 digits, too. */
const DOTTED_NUMBERS = /^\d+(?:\.\d+)+$/;
const SEPARATORS = /[\s:.-]/g;
/** Fewer digits without separators may also be a name or a number. */
const CERTAIN_DIGITS = 6;

/** A search text that can be a MAC address or a part of one. */
export interface MacSearch {
  /** Lower-case hexadecimal digits, at most 12. */
  readonly digits: string;
  /** It can only be an address or its beginning. */
  readonly isCertain: boolean;
}

/** Null for a text that is no part of a MAC address in any notation. */
export function macSearchOf(text: string): MacSearch | null {
  const given = text.trim().toLowerCase();
  const digits = macDigits(given);
  if (digits === null) return null;
  const isSeparated = serialPartOf(given) !== null;
  const isWhole = digits.length === DIGITS && !DOTTED_NUMBERS.test(given);
  if (!isSeparated && !isWhole && !HEX.test(given)) return null;
  // A part that begins with a separator is not the beginning. Names contain hyphens, but no colons.
  const isBeginning = HEX.test(given.slice(0, 1));
  return { digits, isCertain: isBeginning && (given.includes(':') || digits.length >= CERTAIN_DIGITS) };
}

/** Hexadecimal digits of a MAC address or a part of one, whatever separates them; null for any other text. */
export function macDigits(text: string): string | null {
  const digits = text.toLowerCase().replaceAll(SEPARATORS, '');
  return HEX.test(digits) && digits.length <= DIGITS ? digits : null;
}

/** As stored: lower case with colons. Digits may be the beginning of an address. */
export function macWithColons(digits: string): string {
  return digits.replaceAll(/(..)(?=.)/g, '$1:');
}

/** A whole address in any notation as stored; null for any other text. */
export function storedMac(text: string): string | null {
  const digits = macDigits(text);
  return digits?.length === DIGITS ? macWithColons(digits) : null;
}
