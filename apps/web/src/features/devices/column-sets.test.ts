import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { expect, it } from 'vitest';
import { columnSet, exportColumns } from './column-sets.ts';

function usual(kind: DeviceKind | undefined, oneSite: boolean, tagged = false): string[] {
  return columnSet(kind, { oneSite, tagged }).flatMap(({ key, usual: shown }) => (shown ? [key] : []));
}

it('begins every list with the name and the status', () => {
  for (const kind of DEVICE_KINDS) expect(usual(kind, false).slice(0, 2)).toEqual(['name', 'status']);
  expect(usual(undefined, false).slice(0, 3)).toEqual(['name', 'kind', 'status']);
});

it('shows the columns of a kind', () => {
  expect(usual('ap', false)).toEqual(expect.arrayContaining(['radios', 'clients']));
  expect(usual('ac', false)).toEqual(expect.arrayContaining(['ha', 'members']));
  expect(usual('gateway', false)).toEqual(expect.arrayContaining(['ip', 'clients']));
  expect(usual('switch', false)).toEqual(expect.arrayContaining(['ports', 'powerWatts']));
});

it('shows the managed state in every list', () => {
  for (const kind of [undefined, ...DEVICE_KINDS]) expect(usual(kind, true)).toContain('configurationState');
});

it('never offers columns that a kind does not have', () => {
  const keys = columnSet('switch', { oneSite: false, tagged: false }).map(({ key }) => key);
  for (const key of ['radios', 'ha', 'members', 'kind'] as const) expect(keys).not.toContain(key);
  expect(columnSet('ap', { oneSite: false, tagged: false }).map(({ key }) => key)).not.toContain(
    'powerWatts',
  );
});

it('hides the site column in a list of one site', () => {
  expect(usual('ap', false)).toContain('siteName');
  expect(usual('ap', true)).not.toContain('siteName');
  expect(columnSet('ap', { oneSite: true, tagged: false }).map(({ key }) => key)).toContain('siteName');
});

it('shows tags where there are any', () => {
  expect(usual('switch', false, true)).toContain('tags');
  expect(usual('switch', false, false)).not.toContain('tags');
  expect(columnSet('switch', { oneSite: false, tagged: false }).map(({ key }) => key)).toContain('tags');
});

it('exports the columns on screen', () => {
  expect(exportColumns(['radios', 'name', 'temperature', 'ha'])).toEqual([
    'name',
    'channel',
    'txPower',
    'haMode',
    'haStatus',
  ]);
});
