import { enterpriseInput, siteInput } from '@airloom/contract/organizations/organizations.rules';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { DEMO_ORGANIZATIONS } from './demo-content.ts';

test('the demo is valid by the same rules as user input', () => {
  const enterpriseUUID = newId();
  for (const { fields, sites } of DEMO_ORGANIZATIONS) {
    expect(enterpriseInput.parse(fields)).toEqual(fields);
    for (const site of sites) {
      const whole = { ...site, enterpriseUUID };
      expect(siteInput.parse(whole)).toEqual(whole);
    }
  }
});

test('the demo shows sites in different countries and time zones', () => {
  const sites = DEMO_ORGANIZATIONS.flatMap((organization) => organization.sites);
  expect(DEMO_ORGANIZATIONS).toHaveLength(3);
  expect(sites).toHaveLength(6);
  expect(new Set(sites.map((site) => site.countryCode)).size).toBe(6);
  expect(new Set(sites.map((site) => site.timeZone)).size).toBe(6);
});
