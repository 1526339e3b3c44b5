import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySite, macOf, placed, serialOf, tiesOf, upTo } from './testing/devices.ts';
import {
  type Drawn,
  type Placed,
  type ReportedNeighbours,
  uplinksOf,
  upstreamOf,
} from './uplink-candidates.ts';

function plain(uplinks: ReturnType<typeof uplinksOf>): Record<string, readonly string[]> {
  return Object.fromEntries(uplinks);
}

test.each<[string, Placed[], ReportedNeighbours[], Record<string, string[]>]>([
  ['no information', [placed('ap', 'ap'), placed('sw', 'switch')], [], { ap: [], sw: [] }],
  [
    'a controller, from the device row',
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
    'half of a pair whose other half has taken over',
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
    'a neighbour at another port is downstream',
    [placed('sw', 'switch'), placed('ap', 'ap')],
    [tiesOf('sw', { uplinkPorts: ['p24'], links: [{ port: 'p3', peerMac: macOf('ap'), peerPort: '' }] })],
    { sw: [], ap: ['sw'] },
  ],
  [
    'two switches: only the uplink port gives the direction',
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
])('%s', (_, devices, reports, expected) => {
  expect(plain(uplinksOf(devices, reports, []))).toEqual(expected);
});

test('prefers the first of two devices that report each other as their uplink', () => {
  const devices = [placed('sw1', 'switch'), placed('sw2', 'switch')];
  expect(plain(uplinksOf(devices, [upTo('sw1', 'sw2'), upTo('sw2', 'sw1')], []))).toEqual({
    sw1: ['sw2'],
    sw2: [],
  });
});

test.each<[string, ReportedNeighbours[], Drawn[], Record<string, string[]>]>([
  ['what a person drew', [], [{ lowerId: 'ap', upperId: 'sw1' }], { sw1: [], sw2: [], ap: ['sw1'] }],
  [
    'a reported uplink takes precedence over a manual link',
    [upTo('ap', 'sw2')],
    [{ lowerId: 'ap', upperId: 'sw1' }],
    { sw1: [], sw2: [], ap: ['sw2'] },
  ],
  [
    'nor beside what others say of it',
    [tiesOf('sw2', { links: [{ port: 'p3', peerMac: macOf('ap'), peerPort: '' }] })],
    [{ lowerId: 'ap', upperId: 'sw1' }],
    { sw1: [], sw2: [], ap: ['sw2'] },
  ],
  [
    'a manual link in the opposite direction is ignored',
    [upTo('sw2', 'sw1')],
    [{ lowerId: 'sw1', upperId: 'sw2' }],
    { sw1: [], sw2: ['sw1'], ap: [] },
  ],
  ['to a device that has left', [], [{ lowerId: 'ap', upperId: 'elsewhere' }], { sw1: [], sw2: [], ap: [] }],
])('drawn: %s', (_, reports, manual, expected) => {
  const devices = [placed('sw1', 'switch'), placed('sw2', 'switch'), placed('ap', 'ap')];
  expect(plain(uplinksOf(devices, reports, manual))).toEqual(expected);
});

test('prefers a manual link over the assumed gateway', () => {
  const devices = [placed('gw', 'gateway'), placed('sw', 'switch'), placed('ap', 'ap')];
  expect(plain(uplinksOf(devices, [], [{ lowerId: 'ap', upperId: 'sw' }]))).toEqual({
    gw: [],
    sw: ['gw'],
    ap: ['sw', 'gw'],
  });
});

test('has no cycles for any reports and manual links', () => {
  fc.assert(
    fc.property(anySite, ({ devices, reports, manualLinks }) => {
      const uplinks = uplinksOf(devices, reports, manualLinks);
      for (const { id } of devices) expect(upstreamOf(uplinks, id).has(id)).toBe(false);
    }),
  );
});
