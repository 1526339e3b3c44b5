import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import { anySite } from '../../../network/topology/testing/devices.ts';
import { outageRootsOf } from './outage-roots.ts';

test('finds the topmost offline device above each offline device', () => {
  const uplinks = new Map([
    ['gw', []],
    ['sw', ['gw']],
    ['ap', ['sw', 'gw']],
    ['leaf', ['ap', 'gw']],
  ]);
  const all = new Set(['gw', 'sw', 'ap', 'leaf']);
  const roots = (away: string[], alarmable: ReadonlySet<string> = all) =>
    Object.fromEntries(outageRootsOf(new Set(away), uplinks, alarmable));
  expect(roots(['leaf'])).toEqual({ leaf: 'leaf' });
  expect(roots(['ap', 'leaf'])).toEqual({ ap: 'ap', leaf: 'ap' });
  expect(roots(['sw', 'ap', 'leaf'])).toEqual({ sw: 'sw', ap: 'sw', leaf: 'sw' });
  expect(roots(['gw', 'ap', 'leaf'])).toEqual({ gw: 'gw', ap: 'gw', leaf: 'gw' });
  // The gateway is not covered by a rule: the next device below is the root.
  expect(roots(['gw', 'sw', 'ap'], new Set(['sw', 'ap']))).toEqual({ gw: null, sw: 'sw', ap: 'sw' });
  expect([...upstreamOf(uplinks, 'leaf')].toSorted()).toEqual(['ap', 'gw', 'sw']);
});

test('every root is its own root and is covered by a rule, for any topology', () => {
  fc.assert(
    fc.property(anySite, ({ devices, reports, manualLinks, some: alarmable }) => {
      const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
      const roots = outageRootsOf(away, uplinksOf(devices, reports, manualLinks), alarmable);
      expect([...roots.keys()].toSorted()).toEqual([...away].toSorted());
      for (const [id, root] of roots) {
        if (root === null) expect(alarmable.has(id)).toBe(false);
        else {
          expect(roots.get(root)).toBe(root);
          expect(alarmable.has(root)).toBe(true);
        }
      }
    }),
  );
});
