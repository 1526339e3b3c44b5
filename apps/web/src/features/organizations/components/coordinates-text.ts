import type { TypedCoordinates } from '../site-form-schema.ts';

/** About a tenth of a metre, the useful precision. */
const DIGITS = 6;

/** Both with decimals, or `50,06` could be one number with a decimal comma. */
const PAIR = /^\s*(-?\d{1,3}\.\d+)\s*[,;\s]\s*(-?\d{1,3}\.\d+)\s*$/;

export function roundCoordinate(value: number): number {
  return Number(value.toFixed(DIGITS));
}

/** `50.0619, 19.9369` as copied from maps; null when the text is no such pair. */
export function parsePair(text: string): TypedCoordinates | null {
  const match = PAIR.exec(text);
  if (match === null) return null;
  return { latitude: roundCoordinate(Number(match[1])), longitude: roundCoordinate(Number(match[2])) };
}
