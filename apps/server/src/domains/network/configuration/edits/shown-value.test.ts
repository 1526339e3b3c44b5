import { expect, test } from 'vitest';
import { networkValue } from '../../../../testing/configuration-builders.ts';
import { valueDifferences } from './shown-value.ts';

const digest = (letter: string) => ({ digest: letter.repeat(32) });
const names = (id: string) => ({ s1: 'Harbour', g1: 'Lobby' })[id];

test('differences name fields, join lists and hide secrets', () => {
  const before = networkValue({ password: digest('a'), bands: ['2G'], vlan: 5 });
  const after = networkValue({
    password: digest('b'),
    bands: ['2G', '5G'],
    vlan: null,
    offTimes: [{ start: '01:00', end: '05:00' }],
    targets: { kind: 'sites', siteUUIDs: ['s1', 'hidden'] },
  });
  expect(valueDifferences(before, after, names)).toEqual([
    { path: 'offTimes', before: null, after: '01:00–05:00' },
    { path: 'password', before: '***', after: '***' },
    { path: 'vlan', before: 5, after: null },
    { path: 'bands', before: '2G', after: '2G, 5G' },
    { path: 'targets', before: 'all', after: { sites: 'Harbour' } },
  ]);
});

const key = (name: string, letter: string, vlan: number | null) => ({
  name,
  key: digest(letter),
  mac: '',
  vlan,
});

test('private keys are compared by name', () => {
  const before = networkValue({ privateKeys: [key('Ann', 'a', 1), key('Bob', 'b', null)] });
  const after = networkValue({ privateKeys: [key('Bob', 'b', 2)] });
  expect(valueDifferences(before, after, names).map(({ path }) => path)).toEqual([
    'privateKeys.Bob.vlan',
    'privateKeys.Ann.key',
    'privateKeys.Ann.mac',
    'privateKeys.Ann.vlan',
  ]);
});

test('a new value lists what it contains, without what is empty', () => {
  const { path, after } =
    valueDifferences(null, { bandwidth: { upKbps: null, downKbps: 100 } }, names)[0] ?? {};
  expect([path, after]).toEqual(['bandwidth.downKbps', 100]);
});
