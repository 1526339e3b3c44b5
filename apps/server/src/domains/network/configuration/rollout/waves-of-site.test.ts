import { expect, test } from 'vitest';
import type { Placed } from '../../topology/index.ts';
import { wavesOfSite } from './waves-of-site.ts';

function placed(id: string, away = false): Placed {
  return { id, kind: 'ap', serial: id, managedBy: null, haPeer: null, away };
}

const uplinks = new Map([
  ['gateway', []],
  ['core', ['gateway']],
  ['floor', ['core', 'gateway']],
  ['ap1', ['floor', 'gateway']],
  ['ap2', ['floor', 'gateway']],
  ['ap3', ['core', 'gateway']],
]);
const devices = ['gateway', 'core', 'floor', 'ap1', 'ap2', 'ap3'].map((id) => placed(id, id === 'ap1'));

test('starts with one online leaf, and with every device after those behind it', () => {
  const waves = wavesOfSite(new Set(devices.map(({ id }) => id)), devices, uplinks);
  expect(Object.fromEntries(waves)).toEqual({ ap2: 1, ap1: 2, ap3: 2, floor: 3, core: 4, gateway: 5 });
});

test('never starts with a device that others need, nor with an offline one', () => {
  expect(Object.fromEntries(wavesOfSite(new Set(['core', 'ap1']), devices, uplinks))).toEqual({
    ap1: 2,
    core: 4,
  });
});

test('a site with a single device starts with it', () => {
  expect([...wavesOfSite(new Set(['only']), [placed('only')], new Map([['only', []]]))]).toEqual([
    ['only', 1],
  ]);
});
