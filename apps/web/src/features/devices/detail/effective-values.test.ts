import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { expect, it } from 'vitest';
import { groupValues, isPending, withoutOverride } from './effective-values.ts';

const DEVICE = '018f0000-0000-7000-8000-00000000000d';
const SETTING = '018f0000-0000-7000-8000-00000000000e';
const organization = { level: 'organization', name: 'Harbour' } as const;

function radios(value: Extract<Setting['edit'], { kind: 'radios' }>['value']): Setting {
  const place = { level: 'device', uuid: DEVICE } as const;
  return {
    settingUUID: SETTING,
    version: 3,
    place: { ...place, name: 'Lobby' },
    edit: { kind: 'radios', settingUUID: SETTING, baseVersion: 3, place, value },
    updatedBy: 'Ada',
    updatedAt: '2026-11-17T10:00:00.000Z',
  };
}

const value = (path: string) => ({ path, value: 1, verified: 1, origin: organization, byVersion: false });

it('groups values by network and radio', () => {
  const groups = groupValues([
    value('wireless.Guest.vlan'),
    value('wireless.Staff 2.4.vlan'),
    value('radios.5G.channel'),
    value('bandSteering'),
    value('wireless.Guest.hidden'),
  ]);
  expect(groups.map(({ network, band, values }) => [network, band, values.length])).toEqual([
    ['Guest', null, 2],
    ['Staff 2.4', null, 1],
    [null, '5G', 1],
    [null, null, 1],
  ]);
});

it('lists the values of a network in the order of the form, also without a RADIUS server', () => {
  const groups = groupValues([
    value('wireless.Guest.vlan'),
    { ...value('wireless.Guest.radius'), value: null, verified: null },
    value('wireless.Guest.ssid'),
  ]);
  expect(groups.map(({ network, values }) => [network, values.map(({ path }) => path)])).toEqual([
    ['Guest', ['wireless.Guest.ssid', 'wireless.Guest.radius', 'wireless.Guest.vlan']],
  ]);
});

it('splits an object into its parts, each with what is verified', () => {
  const [group] = groupValues([
    {
      path: 'wireless.Guest.bandwidth',
      value: { upKbps: 1000, downKbps: null },
      verified: { upKbps: 500, downKbps: null },
      origin: organization,
      byVersion: false,
    },
  ]);
  expect(group?.values.map((one) => [one.path, one.value, isPending(one)])).toEqual([
    ['wireless.Guest.bandwidth.upKbps', 1000, true],
    ['wireless.Guest.bandwidth.downKbps', null, false],
  ]);
});

it('removes one value from the settings of a device', () => {
  const setting = radios({ bands: { '5G': { channel: 36, powerDbm: 12 } } });
  expect(withoutOverride(setting, 'radios.5G.channel')).toEqual({
    ...setting.edit,
    value: { bands: { '5G': { powerDbm: 12 } } },
  });
});

it('deletes the setting with its last value', () => {
  expect(withoutOverride(radios({ bands: { '5G': { channel: 36 } } }), 'radios.5G.channel')).toMatchObject({
    value: null,
  });
  expect(withoutOverride(radios({ bands: {}, bandSteering: true }), 'bandSteering')).toMatchObject({
    value: null,
  });
});

it('keeps other bands and band steering', () => {
  const setting = radios({ bands: { '2G': { channel: 1 }, '5G': { channel: 36 } }, bandSteering: true });
  expect(withoutOverride(setting, 'radios.5G.channel')?.value).toEqual({
    bands: { '2G': { channel: 1 } },
    bandSteering: true,
  });
});
