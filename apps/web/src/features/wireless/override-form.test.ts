import { expect, it } from 'vitest';
import { issuesOfSchema } from '../../shared/form/issues.ts';
import { initialOverride, overrideEdit, overrideForm, setFields } from './override-form.ts';
import { NETWORK, SITE, STORED, someNetwork } from './testing/some-network.ts';

const OVERRIDE = '018f0000-0000-7000-8000-00000000000d';
const OF = { networkUUID: NETWORK, siteUUID: SITE };
const STORED_OVERRIDE = { settingUUID: OVERRIDE, version: 2 };

function issues(values: object): string[] {
  const result = overrideForm(someNetwork({ encryption: 'wpa2' })).safeParse(values);
  const found = issuesOfSchema(result.error?.issues ?? []);
  return Object.entries(found).map(([path, { key }]) => `${path} ${key}`);
}

it('leaves out fields that were reset to the organization', () => {
  expect(setFields({ vlan: 20, hidden: undefined })).toEqual({ vlan: 20 });
  expect(setFields({ vlan: null })).toEqual({ vlan: null });
  expect(overrideForm(someNetwork()).parse({ vlan: 20, hidden: undefined })).toEqual({
    vlan: 20,
    hidden: undefined,
  });
});

it('deletes the stored override when its last field is reset', () => {
  const values = { vlan: undefined };
  expect(overrideEdit({ ...OF, stored: STORED_OVERRIDE, values })).toMatchObject({
    kind: 'wirelessOverride',
    settingUUID: OVERRIDE,
    baseVersion: 2,
    value: null,
  });
  expect(overrideEdit({ ...OF, stored: null, values })).toBeNull();
});

it('creates an override of the site with the named fields only', () => {
  expect(overrideEdit({ ...OF, stored: null, values: { vlan: 20, bands: undefined } })).toEqual({
    kind: 'wirelessOverride',
    settingUUID: null,
    baseVersion: null,
    place: { level: 'site', uuid: SITE },
    networkUUID: NETWORK,
    value: { vlan: 20 },
  });
});

it('begins with the value of the organization, and without its password', () => {
  expect(initialOverride('vlan', someNetwork())).toBe(10);
  expect(initialOverride('bands', someNetwork())).toEqual(['2G', '5G']);
  expect(initialOverride('password', someNetwork({ password: STORED }))).toBe('');
});

it('checks the rules between fields for the network with its overrides', () => {
  expect(issues({ bands: ['5G'] })).toEqual([]);
  expect(issues({ bands: ['5G', '6G'] })).toEqual(['bands validation.sixGigahertz']);
  expect(issues({ password: 'short' })).toEqual(['password validation.password.length']);
  expect(issues({ password: null })).toEqual(['password validation.required']);
});
