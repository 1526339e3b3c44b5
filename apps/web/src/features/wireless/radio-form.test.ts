import type { Radios } from '@airloom/contract/wireless/radio.rules';
import { expect, it } from 'vitest';
import { inheritedField, inheritedSteering, radiosEdit, radiosIn, withField } from './radio-form.ts';
import { NETWORK, SITE, someSetting } from './testing/some-network.ts';

const place = { level: 'group', uuid: SITE } as const;
const radiosOf = (level: 'site' | 'group', name: string, value: Radios) =>
  someSetting({ level, uuid: SITE, name }, (part) => ({ kind: 'radios', ...part, value }));

const site = radiosOf('site', 'Paris', {
  bands: { '5G': { channel: 36, powerDbm: null } },
  bandSteering: true,
});
const group = radiosOf('group', 'Lobby', { bands: { '5G': { channel: 'auto' } } });

it('inherits from the nearest level that sets a value', () => {
  expect(inheritedField([site, group], '5G', 'channel')).toEqual({ value: 'auto', from: 'Lobby' });
  expect(inheritedField([site, group], '5G', 'powerDbm')).toEqual({ value: null, from: 'Paris' });
  expect(inheritedField([site, group], '2G', 'channel')).toBeNull();
  expect(inheritedSteering([site, group])).toEqual({ value: true, from: 'Paris' });
});

it('sets and resets single values', () => {
  const set = withField({ '2G': { enabled: false } }, '5G', 'channel', 44);
  expect(set).toEqual({ '2G': { enabled: false }, '5G': { channel: 44 } });
  expect(withField(set, '5G', 'channel', undefined)).toEqual({ '2G': { enabled: false } });
  expect(withField({}, '5G', 'powerDbm', null)).toEqual({ '5G': { powerDbm: null } });
});

it('deletes the stored setting when its last value is reset', () => {
  const stored = { settingUUID: NETWORK, version: 3 };
  const values = { bands: {}, bandSteering: undefined };
  expect(radiosEdit({ place, stored, values })).toMatchObject({ settingUUID: NETWORK, value: null });
  expect(radiosEdit({ place, stored: null, values })).toBeNull();
  expect(radiosEdit({ place, stored, values: { bands: {}, bandSteering: false } })).toMatchObject({
    value: { bands: {}, bandSteering: false },
  });
});

it('has no values without a setting', () => {
  expect(radiosIn(null)).toEqual({ bands: {} });
  expect(radiosIn(group).bands['5G']).toEqual({ channel: 'auto' });
});
