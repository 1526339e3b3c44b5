import { randomInt } from 'node:crypto';

/** Letters and digits without those that are easily confused. */
export const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '0123456789';

export function randomCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function randomDigits(length: number): string {
  return randomCode(DIGITS, length);
}
