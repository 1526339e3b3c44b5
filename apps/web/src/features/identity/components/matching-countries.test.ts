import { describe, expect, it } from 'vitest';
import { matchingCountries } from './matching-countries.ts';

const COUNTRIES = [
  { country: 'PF', name: 'French Polynesia', dialCode: '689' },
  { country: 'DE', name: 'Germany', dialCode: '49' },
  { country: 'PL', name: 'Poland', dialCode: '48' },
];

describe('searching a country', () => {
  it.each([
    ['pol', ['PL', 'PF']],
    ['de', ['DE']],
    ['+4', ['DE', 'PL']],
    ['48', ['PL']],
    ['', ['PF', 'DE', 'PL']],
    ['nowhere', []],
  ])('%s finds %j', (search, found) => {
    expect(matchingCountries(COUNTRIES, search).map(({ country }) => country)).toEqual(found);
  });
});
