import { describe, expect, it } from 'vitest';
import { siteForm } from './site-form-schema.ts';

const SITE = {
  enterpriseUUID: '018f0000-0000-7000-8000-00000000000a',
  name: 'Warehouse',
  countryCode: 'PL',
  timeZone: 'Europe/Warsaw',
};

function issues(coordinates: unknown): string[] {
  const result = siteForm.safeParse({ ...SITE, coordinates });
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

describe('the coordinates of a site being filled in', () => {
  it('are sent as a pair', () => {
    const coordinates = { latitude: 54.352, longitude: 18.6466 };
    expect(siteForm.parse({ ...SITE, coordinates }).coordinates).toEqual(coordinates);
  });

  it('are undefined when both are empty', () => {
    expect(
      siteForm.parse({ ...SITE, coordinates: { latitude: null, longitude: null } }).coordinates,
    ).toBeNull();
    expect(siteForm.parse({ ...SITE, coordinates: null }).coordinates).toBeNull();
  });

  it('are refused when only one is given', () => {
    const refusal = ['coordinates organizations.site.coordinatesBoth'];
    expect(issues({ latitude: 54.352, longitude: null })).toEqual(refusal);
    expect(issues({ latitude: null, longitude: 18.6466 })).toEqual(refusal);
  });

  it('are limited to valid latitudes and longitudes', () => {
    expect(issues({ latitude: 90.1, longitude: 0 })).toEqual(['coordinates.latitude validation.range']);
    expect(issues({ latitude: 0, longitude: -180.1 })).toEqual(['coordinates.longitude validation.range']);
  });
});
