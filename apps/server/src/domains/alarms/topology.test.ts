import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aboveOf, type Placed, speakersOf, type Ties, uplinksOf } from './topology.ts';

function placed(id: string, kind: DeviceKind, given: Partial<Placed> = {}): Placed {
  return { id, kind, serial: serialOf(id), managedBy: null, haPeer: null, away: false, ...given };
}

/** A serial made of a name, so that tests can speak of names alone. */
function serialOf(id: string): string {
  return Buffer.from(id.padEnd(6, '_')).toString('hex').slice(0, 12);
}

function macOf(id: string): string {
  return (serialOf(id).match(/../g) ?? []).join(':').toUpperCase();
}

function tiesOf(deviceId: string, given: Partial<Ties> = {}): Ties {
  return { deviceId, uplinkPorts: [], links: [], meshParent: null, ...given };
}

function upTo(id: string, peer: string): Ties {
  return tiesOf(id, { uplinkPorts: ['u'], links: [{ port: 'u', peerMac: macOf(peer), peerPort: '' }] });
}

function plain(uplinks: ReturnType<typeof uplinksOf>): Record<string, readonly string[]> {
  return Object.fromEntries(uplinks);
}

test.each<[string, Placed[], Ties[], Record<string, string[]>]>([
  ['nobody knows', [placed('ap', 'ap'), placed('sw', 'switch')], [], { ap: [], sw: [] }],
  [
    'a controller, by what the row says',
    [placed('ac', 'ac'), placed('ap', 'ap', { managedBy: 'ac' })],
    [],
    { ac: [], ap: ['ac'] },
  ],
  [
    'a controller in another site is none of theirs',
    [placed('ap', 'ap', { managedBy: 'elsewhere' })],
    [],
    { ap: [] },
  ],
  [
    'half of a pair whose other half stands in',
    [
      placed('ac1', 'ac', { haPeer: 'ac2', away: true }),
      placed('ac2', 'ac', { haPeer: 'ac1' }),
      placed('ap', 'ap', { managedBy: 'ac1' }),
    ],
    [],
    { ac1: [], ac2: [], ap: [] },
  ],
  [
    'a pair both halves of which are away',
    [
      placed('ac1', 'ac', { haPeer: 'ac2', away: true }),
      placed('ac2', 'ac', { haPeer: 'ac1', away: true }),
      placed('ap', 'ap', { managedBy: 'ac1' }),
    ],
    [],
    { ac1: [], ac2: [], ap: ['ac1'] },
  ],
  [
    'the parent in a mesh',
    [placed('root', 'ap'), placed('leaf', 'ap')],
    [tiesOf('leaf', { meshParent: serialOf('root') })],
    { root: [], leaf: ['root'] },
  ],
  [
    'a neighbour behind the own uplink',
    [placed('sw', 'switch'), placed('ap', 'ap')],
    [tiesOf('ap', { uplinkPorts: ['eth0'], links: [{ port: 'eth0', peerMac: macOf('sw'), peerPort: '' }] })],
    { sw: [], ap: ['sw'] },
  ],
  [
    'a neighbour behind another port hangs behind',
    [placed('sw', 'switch'), placed('ap', 'ap')],
    [tiesOf('sw', { uplinkPorts: ['p24'], links: [{ port: 'p3', peerMac: macOf('ap'), peerPort: '' }] })],
    { sw: [], ap: ['sw'] },
  ],
  [
    'two switches: which end is up only the uplink tells',
    [placed('sw1', 'switch'), placed('sw2', 'switch')],
    [
      tiesOf('sw1', { links: [{ port: 'p1', peerMac: macOf('sw2'), peerPort: '' }] }),
      tiesOf('sw2', { links: [{ port: 'p2', peerMac: macOf('sw1'), peerPort: '' }] }),
    ],
    { sw1: [], sw2: [] },
  ],
  [
    'two switches, one of which names its uplink',
    [placed('sw1', 'switch'), placed('sw2', 'switch')],
    [tiesOf('sw2', { uplinkPorts: ['p2'], links: [{ port: 'p2', peerMac: macOf('sw1'), peerPort: '' }] })],
    { sw1: [], sw2: ['sw1'] },
  ],
  [
    'the only gateway of the site',
    [placed('gw', 'gateway'), placed('sw', 'switch'), placed('ap', 'ap')],
    [],
    { gw: [], sw: ['gw'], ap: ['gw'] },
  ],
  [
    'one of two gateways is not needed',
    [placed('gw1', 'gateway'), placed('gw2', 'gateway'), placed('ap', 'ap')],
    [],
    { gw1: [], gw2: [], ap: [] },
  ],
  [
    'a device that names itself, and strangers',
    [placed('ap', 'ap')],
    [
      tiesOf('ap', {
        uplinkPorts: ['eth0'],
        links: [
          { port: 'eth0', peerMac: macOf('ap'), peerPort: '' },
          { port: 'eth0', peerMac: '00:11:22:33:44:55', peerPort: '' },
        ],
        meshParent: 'feedfeedfeed',
      }),
      tiesOf('stranger', { meshParent: serialOf('ap') }),
    ],
    { ap: [] },
  ],
])('%s', (_, devices, ties, expected) => {
  expect(plain(uplinksOf(devices, ties))).toEqual(expected);
});

test('two that name each other as the way up: the first is believed', () => {
  const devices = [placed('sw1', 'switch'), placed('sw2', 'switch')];
  expect(plain(uplinksOf(devices, [upTo('sw1', 'sw2'), upTo('sw2', 'sw1')]))).toEqual({
    sw1: ['sw2'],
    sw2: [],
  });
});

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
  expect([...aboveOf(uplinks, 'leaf')].toSorted()).toEqual(['ap', 'gw', 'sw']);
});

test('whatever devices say: nobody needs himself, and whoever speaks for others speaks for himself', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const name = fc.constantFrom(...names);
  const kind = fc.constantFrom<DeviceKind>('gateway', 'switch', 'ap', 'ac');
  const site = fc.record({
    devices: fc.tuple(
      ...names.map((id) =>
        fc
          .record({ kind, managedBy: fc.option(name), away: fc.boolean() })
          .map((given) => placed(id, given.kind, given)),
      ),
    ),
    ties: fc.array(
      fc
        .record({ deviceId: name, peer: name, isUp: fc.boolean(), parent: fc.option(name) })
        .map(({ deviceId, peer, isUp, parent }) =>
          tiesOf(deviceId, {
            uplinkPorts: isUp ? ['p'] : [],
            links: [{ port: 'p', peerMac: macOf(peer), peerPort: '' }],
            meshParent: parent === null ? null : serialOf(parent),
          }),
        ),
    ),
    heardOf: fc.subarray(names).map((some) => new Set(some)),
  });
  fc.assert(
    fc.property(site, ({ devices, ties, heardOf }) => {
      const uplinks = uplinksOf(devices, ties);
      for (const { id } of devices) expect(aboveOf(uplinks, id).has(id)).toBe(false);
      const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
      const speakers = speakersOf(away, uplinks, heardOf);
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
