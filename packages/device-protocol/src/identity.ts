import type { Serial } from './model.ts';

const SEPARATORS = /[:.\- ]/g;
const TWELVE_HEX = /^[0-9a-f]{12}$/;
const PAIRS = /../g;

/** The serial of a certificate's CN or a MAC address in any notation; null for anything else. */
export function serialOf(text: string): Serial | null {
  const digits = text.trim().toLowerCase().replace(SEPARATORS, '');
  return TWELVE_HEX.test(digits) ? digits : null;
}

function pairsOf(serial: Serial): readonly string[] {
  return serial.match(PAIRS) ?? [];
}

/** The notation of the product: AA-BB-CC-DD-EE-FF. */
export function macOf(serial: Serial): string {
  return pairsOf(serial).join('-').toUpperCase();
}

/** The notation on the wire: aa:bb:cc:dd:ee:ff. */
export function colonMacOf(serial: Serial): string {
  return pairsOf(serial).join(':');
}
