import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { expect, it } from 'vitest';
import { replacedEdits } from './replaced-edits.ts';
import { uuidOf } from './testing/reviews.ts';

const radiosOf = (site: number, settingUUID: string | null): SettingEdit => ({
  kind: 'radios',
  settingUUID,
  baseVersion: null,
  place: { level: 'site', uuid: uuidOf(site) },
  value: { bands: {} },
});

const overrideOf = (network: number, settingUUID: string | null): SettingEdit => ({
  kind: 'wirelessOverride',
  settingUUID,
  baseVersion: null,
  place: { level: 'site', uuid: uuidOf(1) },
  networkUUID: uuidOf(network),
  value: { vlan: 5 },
});

const drafted = [
  { draftUUID: uuidOf(101), edit: radiosOf(1, uuidOf(51)) },
  { draftUUID: uuidOf(102), edit: radiosOf(2, uuidOf(52)) },
  { draftUUID: uuidOf(103), edit: overrideOf(8, uuidOf(53)) },
];

it('replaces the drafted edit of the same setting', () => {
  expect(replacedEdits([radiosOf(2, uuidOf(52))], drafted)).toEqual([uuidOf(102)]);
});

it('replaces the drafted edit of the same place where the setting is new', () => {
  expect(replacedEdits([radiosOf(1, null)], drafted)).toEqual([uuidOf(101)]);
  expect(replacedEdits([radiosOf(3, null)], drafted)).toEqual([]);
  expect(replacedEdits([overrideOf(8, null)], drafted)).toEqual([uuidOf(103)]);
  expect(replacedEdits([overrideOf(9, null)], drafted)).toEqual([]);
});
