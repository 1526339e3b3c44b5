import { isHostname } from './hostname.ts';

/** A public domain name: at least two labels; no scheme, port or path. */
export function isDomain(text: string): boolean {
  return text.includes('.') && isHostname(text);
}
