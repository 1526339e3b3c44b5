import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { expect, test } from 'vitest';
import { Failure } from '../../../../platform/failure.ts';
import { newNetwork } from '../../../../testing/configuration-builders.ts';
import type { SettingRow } from '../../settings/index.ts';
import { checkEdits } from './check-edits.ts';
import { overlay, type PreparedEdit } from './prepared-edit.ts';

const belonging = {
  organizationOf: (id: string) => (id.startsWith('site') ? 'org' : undefined),
  siteOf: (id: string) => ({ lobby: 'site1', quay: 'site2' })[id],
  countryOf: () => 'PL',
};

type Targets = NonNullable<Extract<SettingEdit, { kind: 'wirelessNetwork' }>['value']>['targets'];

function edit(settingId: string, uuid: string, targets: Targets, ssid = 'Guest'): PreparedEdit {
  const level = uuid === 'org' ? 'organization' : 'site';
  const given = newNetwork({ level, uuid }, { ssid, targets });
  return {
    settingId,
    edit: given,
    given,
    place: { level, uuid, name: uuid, siteId: level === 'site' ? uuid : null, organizationId: 'org' },
    field: 'edits.0.value',
  };
}

const all = { kind: 'all' } as const;
const sites = (...siteUUIDs: string[]) => ({ kind: 'sites' as const, siteUUIDs });
const groups = (...groupUUIDs: string[]) => ({ kind: 'groups' as const, groupUUIDs });

function refusal(present: readonly SettingRow[], ...edits: PreparedEdit[]): string | null {
  try {
    checkEdits(edits, present, belonging);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.key;
    throw error;
  }
}

test.each([
  ['all and all', 'org', all, 'org', all, true],
  ['all and a site', 'org', all, 'site1', all, true],
  ['a targeted site and itself', 'org', sites('site1'), 'site1', all, true],
  ['a targeted site and another', 'org', sites('site1'), 'site2', all, false],
  ['two sites', 'site1', all, 'site2', all, false],
  ['a group and its site', 'org', groups('lobby'), 'site1', all, true],
  ['a group and another site', 'org', groups('lobby'), 'site2', all, false],
  ['two groups', 'org', groups('lobby'), 'org', groups('quay'), false],
  ['a group twice', 'org', groups('lobby', 'quay'), 'org', groups('quay'), true],
] as const)(
  'the same name for %s: taken when a device can have both',
  (_, place, targets, other, theirs, isTaken) => {
    const present = overlay([], [edit('b', other, theirs)]);
    const clash = isTaken ? 'ssidTaken' : null;
    expect(refusal(present, edit('a', place, targets))).toBe(clash);
    expect(refusal([], edit('a', place, targets), edit('b', other, theirs))).toBe(clash);
    expect(refusal(present, edit('a', place, targets, 'Other name'))).toBeNull();
  },
);

test('targets must belong to the place, unless the network had them before', () => {
  expect(refusal([], edit('a', 'site1', groups('quay')))).toBe('notFound');
  expect(refusal([], edit('a', 'org', groups('gone')))).toBe('notFound');
  const present = overlay([], [edit('a', 'org', groups('gone'))]);
  expect(refusal(present, edit('a', 'org', groups('gone', 'lobby')))).toBeNull();
});

test('a place has a limited number of networks', () => {
  const many = Array.from({ length: 64 }, (_, nth) => edit(`n${nth}`, 'site1', all, `Network ${nth}`));
  expect(refusal(overlay([], many), edit('one-more', 'site1', all))).toBe('limitReached');
  expect(refusal(overlay([], many), edit('elsewhere', 'site2', all))).toBeNull();
});

test('levels are those of the kind', () => {
  const { edit: own, ...rest } = edit('a', 'site1', all);
  const atGroup = { ...own, place: { level: 'group', uuid: 'lobby' } } as SettingEdit;
  expect(refusal([], { ...rest, edit: atGroup })).toBe('levelNotAllowed');
});
