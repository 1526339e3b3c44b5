import { expect, test } from 'vitest';
import { PLACE } from '../testing/arbitrary-settings.ts';
import { NETWORK } from '../testing/settings.ts';
import { type NetworkOverride, type NetworkSetting, type RadioSetting, resolve } from './resolve.ts';

const ofOrganization: NetworkSetting = {
  kind: 'wirelessNetwork',
  id: 'office',
  level: 'organization',
  placeId: PLACE.organizationId,
  value: NETWORK,
};

test('a site overrides single fields of a network, with their origin', () => {
  const override: NetworkOverride = {
    kind: 'wirelessOverride',
    id: 'here',
    level: 'site',
    placeId: PLACE.siteId,
    networkId: 'office',
    value: { vlan: 30, hidden: true },
  };
  const elsewhere = { ...override, id: 'there', placeId: 'other site', value: { vlan: 40 } };
  const { networks } = resolve([elsewhere, override, ofOrganization], PLACE);
  expect(networks).toHaveLength(1);
  expect(networks[0]?.value).toMatchObject({ ssid: NETWORK.ssid, vlan: 30, hidden: true });
  expect(networks[0]?.origin).toEqual({ level: 'organization', settingId: 'office' });
  const origin = { level: 'site', settingId: 'here' };
  expect(networks[0]?.overridden).toEqual({ vlan: origin, hidden: origin });
});

test('a network applies to its target sites and groups only', () => {
  expect(networksFor({ kind: 'sites', siteUUIDs: [PLACE.siteId] })).toBe(1);
  expect(networksFor({ kind: 'sites', siteUUIDs: ['other site'] })).toBe(0);
  expect(networksFor({ kind: 'groups', groupUUIDs: ['group'] })).toBe(1);
  expect(networksFor({ kind: 'groups', groupUUIDs: ['other group'] })).toBe(0);
});

test('radio settings are merged by field, the device before its group before its site', () => {
  const { radios, bandSteering } = resolve(
    [
      radiosAt('device', PLACE.deviceId, { bands: { '5G': { channel: 100 } } }),
      radiosAt('site', PLACE.siteId, {
        bands: { '5G': { channel: 36, widthMhz: 40, powerDbm: 17 } },
        bandSteering: true,
      }),
      radiosAt('group', 'group', { bands: { '5G': { widthMhz: 80 } }, bandSteering: false }),
    ],
    PLACE,
  );
  expect(radios).toEqual({
    '5G': {
      value: { channel: 100, widthMhz: 80, powerDbm: 17 },
      origins: {
        channel: { level: 'device', settingId: 'device' },
        widthMhz: { level: 'group', settingId: 'group' },
        powerDbm: { level: 'site', settingId: 'site' },
      },
    },
  });
  expect(bandSteering).toEqual({ value: false, origin: { level: 'group', settingId: 'group' } });
});

function networksFor(targets: NetworkSetting['value']['targets']): number {
  return resolve([{ ...ofOrganization, value: { ...NETWORK, targets } }], PLACE).networks.length;
}

function radiosAt(level: RadioSetting['level'], placeId: string, value: RadioSetting['value']): RadioSetting {
  return { kind: 'radios', id: level, level, placeId, value };
}
