import { describe, expect, it } from 'vitest';
import { parsePair, roundCoordinate } from './coordinates-text.ts';

describe('coordinates copied from a map', () => {
  it.each([
    ['50.0619, 19.9369', 50.0619, 19.9369],
    ['-33.9036;18.4208', -33.9036, 18.4208],
    ['  38.7078   -9.1366 ', 38.7078, -9.1366],
    ['54.35200000001, 18.6466', 54.352, 18.6466],
  ])('%s is a pair', (text, latitude, longitude) => {
    expect(parsePair(text)).toEqual({ latitude, longitude });
  });

  it.each(['50.0619', '50,0619', '50,06', '50,19.9', 'Kraków', '1, 2, 3', ''])('%s is none', (text) => {
    expect(parsePair(text)).toBeNull();
  });

  it('are rounded to six digits', () => {
    expect(roundCoordinate(52.229_675_61)).toBe(52.229_676);
  });
});
