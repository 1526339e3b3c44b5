import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { expect, it } from 'vitest';
import { onCurrentVersion, replacedEdits } from './replaced-edits.ts';
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

it('puts an edit on the version that another person saved', () => {
  const settings = [
    { settingUUID: uuidOf(51), version: 4, edit: radiosOf(1, uuidOf(51)) },
    { settingUUID: uuidOf(52), version: 7, edit: radiosOf(2, uuidOf(52)) },
  ];
  expect(onCurrentVersion({ ...radiosOf(2, uuidOf(52)), baseVersion: 6 }, settings)).toEqual({
    ...radiosOf(2, uuidOf(52)),
    baseVersion: 7,
  });
});

it('edits the setting that another person created for the same place', () => {
  const settings = [{ settingUUID: uuidOf(51), version: 1, edit: radiosOf(1, uuidOf(51)) }];
  expect(onCurrentVersion(radiosOf(1, null), settings)).toEqual({
    ...radiosOf(1, uuidOf(51)),
    baseVersion: 1,
  });
});

it('creates a setting that another person deleted', () => {
  expect(onCurrentVersion({ ...radiosOf(1, uuidOf(51)), baseVersion: 3 }, [])).toEqual(radiosOf(1, null));
});
