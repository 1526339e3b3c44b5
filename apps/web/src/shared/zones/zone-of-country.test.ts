import { describe, expect, it } from 'vitest';
import { countryOfLanguages, zoneOfCountry } from './zone-of-country.ts';

describe('zoneOfCountry', () => {
  it('is the only zone of a country', () => {
    expect(zoneOfCountry('PL', 'America/New_York')).toBe('Europe/Warsaw');
  });

  it('is the most common one of several, unless the browser is in another of them', () => {
    expect(zoneOfCountry('US', 'Europe/Warsaw')).toBe('America/New_York');
    expect(zoneOfCountry('US', 'America/Denver')).toBe('America/Denver');
  });
});

describe('countryOfLanguages', () => {
  it.each([
    [['pl-PL', 'en-US'], 'PL'],
    [['en', 'de-AT'], 'AT'],
    [['zh-Hans-CN'], 'CN'],
    [['en', 'es-419'], ''],
    [[], ''],
  ])('finds the first country in %j', (languages, country) => {
    expect(countryOfLanguages(languages)).toBe(country);
  });
});
