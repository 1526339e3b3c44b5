import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import { anySite } from '../../../network/topology/testing/devices.ts';
import { speakersOf } from './speakers.ts';

test('who is away is spoken for from as far up as the way is down', () => {
  const uplinks = new Map([
    ['gw', []],
    ['sw', ['gw']],
    ['ap', ['sw', 'gw']],
    ['leaf', ['ap', 'gw']],
  ]);
  const all = new Set(['gw', 'sw', 'ap', 'leaf']);
  const speakers = (away: string[], heardOf: ReadonlySet<string> = all) =>
    Object.fromEntries(speakersOf(new Set(away), uplinks, heardOf));
  expect(speakers(['leaf'])).toEqual({ leaf: 'leaf' });
  expect(speakers(['ap', 'leaf'])).toEqual({ ap: 'ap', leaf: 'ap' });
  expect(speakers(['sw', 'ap', 'leaf'])).toEqual({ sw: 'sw', ap: 'sw', leaf: 'sw' });
  expect(speakers(['gw', 'ap', 'leaf'])).toEqual({ gw: 'gw', ap: 'gw', leaf: 'gw' });
  // Of the gateway nobody would hear: the next one down speaks.
  expect(speakers(['gw', 'sw', 'ap'], new Set(['sw', 'ap']))).toEqual({ gw: null, sw: 'sw', ap: 'sw' });
  expect([...upstreamOf(uplinks, 'leaf')].toSorted()).toEqual(['ap', 'gw', 'sw']);
});

test('whatever devices say: whoever speaks for others speaks for himself', () => {
  fc.assert(
    fc.property(anySite, ({ devices, reports: ties, manualLinks: drawn, some: heardOf }) => {
      const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
      const speakers = speakersOf(away, uplinksOf(devices, ties, drawn), heardOf);
      expect([...speakers.keys()].toSorted()).toEqual([...away].toSorted());
      for (const [id, speaker] of speakers) {
        if (speaker === null) expect(heardOf.has(id)).toBe(false);
        else {
          expect(speakers.get(speaker)).toBe(speaker);
          expect(heardOf.has(speaker)).toBe(true);
        }
      }
    }),
  );
});
