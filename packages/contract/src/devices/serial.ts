import { displayMac } from '../formats/network/mac.ts';

const PLAIN = /^[0-9a-f]{12}$/;
const PAIRS = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}$/;
const TRIPLETS = /^[0-9a-f]{4}(?:[.-][0-9a-f]{4}){2}$/;
const PART_OF_PAIRS = /^[0-9a-f]{0,2}(?:[:-][0-9a-f]{1,2})+[:-]?$/;
const PART_OF_TRIPLETS = /^[0-9a-f]{4}(?:\.[0-9a-f]{1,4})+\.?$/;
const ONLY_NOUGHTS = '0'.repeat(12);

/** The 12 lower-case hex digits of a MAC address in any notation; null for anything else. */
export function serialOfMac(text: string): string | null {
  const given = text.trim().toLowerCase();
  if (!PLAIN.test(given) && !PAIRS.test(given) && !TRIPLETS.test(given)) return null;
  const serial = given.replaceAll(/[^0-9a-f]/g, '');
  return serial === ONLY_NOUGHTS || isShared(serial) ? null : serial;
}

/** The lowest bit of the first byte marks multicast addresses; no device has one. */
function isShared(serial: string): boolean {
  return Number.parseInt(serial.slice(0, 2), 16) % 2 === 1;
}

/** As people see it. */
export function macOfSerial(serial: string): string {
  return displayMac(serial);
}

/** Hex digits of a search text that can only be (a part of) a MAC address; null for any other. */
export function serialPartOf(search: string): string | null {
  const given = search.trim().toLowerCase();
  return PART_OF_PAIRS.test(given) || PART_OF_TRIPLETS.test(given)
    ? given.replaceAll(/[^0-9a-f]/g, '')
    : null;
}
