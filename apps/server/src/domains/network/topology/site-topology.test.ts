import type { LinkSample } from '@airloom/device-protocol/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DrawnLink, Told, ToldPort } from './reported-links.ts';
import { pictureOf, strangersOf } from './site-topology.ts';
import { anySite, macOf, placed, serialOf } from './testing/devices.ts';
import type { Placed } from './uplink-candidates.ts';

function portOf(name: string, given: Partial<ToldPort> = {}): ToldPort {
  return { name, uplink: false, linked: true, speedMbps: 1000, rxErrors: 0, txErrors: 0, ...given };
}

function sees(port: string, peer: string, peerPort = ''): LinkSample {
  return { port, peerMac: macOf(peer), peerName: peer, peerPort, peerDescription: `${peer} box` };
}

function told(deviceId: string, ports: ToldPort[], links: LinkSample[] = [], meshParent?: string): Told {
  return {
    deviceId,
    ports,
    links,
    uplinkPorts: ports.filter(({ uplink }) => uplink).map(({ name }) => name),
    meshParent: meshParent === undefined ? null : serialOf(meshParent),
  };
}

function drawn(upperId: string, lowerId: string, given: Partial<DrawnLink> = {}): DrawnLink {
  return { id: `${upperId}-${lowerId}`, upperId, lowerId, upperPort: '', lowerPort: '', ...given };
}

/** `gw.p1>sw.u` for each link, with a sign for its kind. */
function shape(devices: Placed[], reports: Told[], links: DrawnLink[] = []): string[] {
  const signs = { wired: '>', mesh: ')', managed: '~', manual: '-' };
  return pictureOf(devices, reports, links).links.map(
    ({ kind, upperUUID, upperPort, lowerUUID, lowerPort }) =>
      `${upperUUID}.${upperPort}${signs[kind]}${lowerUUID}.${lowerPort}`,
  );
}

function uppers(devices: Placed[], reports: Told[], links: DrawnLink[] = []): Record<string, string> {
  return Object.fromEntries(pictureOf(devices, reports, links).uppers);
}

const gw = placed('gw', 'gateway');
const sw1 = placed('sw1', 'switch');
const sw2 = placed('sw2', 'switch');
const sw3 = placed('sw3', 'switch');
const ap = placed('ap', 'ap');

test('merges a wired link that both ends report, with the port of each end', () => {
  const reports = [
    told('sw1', [portOf('p1')], [sees('p1', 'ap', 'eth0')]),
    told('ap', [portOf('eth0', { uplink: true })], [sees('eth0', 'sw1', 'p1')]),
  ];
  expect(shape([sw1, ap], reports)).toEqual(['sw1.p1>ap.eth0']);
  expect(shape([ap, sw1], reports.toReversed())).toEqual(['sw1.p1>ap.eth0']);
});

test('lists a wired link that only one end reports', () => {
  expect(shape([sw1, ap], [told('sw1', [portOf('p1')], [sees('p1', 'ap', 'eth0')])])).toEqual([
    'sw1.p1>ap.eth0',
  ]);
});

test('merges reports of one wired link with different port names', () => {
  const reports = [
    told('sw1', [portOf('p1')], [sees('p1', 'ap', '02:00:00:00:00:01')]),
    told('ap', [portOf('eth0', { uplink: true })], [sees('eth0', 'sw1', 'Gi1/0/1')]),
  ];
  expect(shape([sw1, ap], reports)).toEqual(['sw1.p1>ap.eth0']);
});

test('lists two wired links between the same two devices', () => {
  const reports = [
    told('sw1', [portOf('p1'), portOf('p2')], [sees('p1', 'sw2', 'p24'), sees('p2', 'sw2', 'p23')]),
    told(
      'sw2',
      [portOf('p23', { uplink: true }), portOf('p24', { uplink: true })],
      [sees('p23', 'sw1', 'p2'), sees('p24', 'sw1', 'p1')],
    ),
  ];
  expect(shape([sw1, sw2], reports).toSorted()).toEqual(['sw1.p1>sw2.p24', 'sw1.p2>sw2.p23']);
  expect(uppers([sw1, sw2], reports)).toEqual({ sw2: 'sw1' });
});

test('lists mesh, managed and manual links with their kinds', () => {
  const ac = placed('ac', 'ac');
  const leaf = placed('leaf', 'smart');
  const devices = [ac, sw1, placed('ap', 'ap', { managedBy: 'ac' }), leaf];
  const reports = [told('leaf', [], [], 'ap')];
  const links = [drawn('sw1', 'ap', { upperPort: 'p7' })];
  expect(shape(devices, reports, links)).toEqual(['ap.)leaf.', 'ac.~ap.', 'sw1.p7-ap.']);
  expect(uppers(devices, reports, links)).toEqual({ leaf: 'ap', ap: 'sw1' });
  expect(uppers(devices, reports)).toEqual({ leaf: 'ap', ap: 'ac' });
});

test('directs a wired link without a reported direction away from the gateway', () => {
  const reports = [
    told('sw3', [portOf('p1')], [sees('p1', 'sw2', 'p2')]),
    told('sw2', [portOf('p1'), portOf('p2')], [sees('p1', 'sw1', 'p9'), sees('p2', 'sw3', 'p1')]),
    told('gw', [portOf('lan')], [sees('lan', 'sw1', 'p1')]),
  ];
  const devices = [sw3, sw2, sw1, gw];
  expect(uppers(devices, reports)).toEqual({ sw1: 'gw', sw2: 'sw1', sw3: 'sw2' });
  expect(shape(devices, reports).toSorted()).toEqual(['gw.lan>sw1.p1', 'sw1.p9>sw2.p1', 'sw2.p2>sw3.p1']);
});

test('does not list the assumed uplink to the only gateway as a link', () => {
  expect(shape([gw, ap], [])).toEqual([]);
  expect(uppers([gw, ap], [])).toEqual({});
});

const away = { ...ap, away: true };
test.each<[string, Placed[], ToldPort, ToldPort, object]>([
  [
    'the slower end says how fast, and errors of both ends add up',
    [sw1, ap],
    portOf('p1', { speedMbps: 2500, rxErrors: 3, txErrors: null }),
    portOf('eth0', { speedMbps: 1000, rxErrors: 4, txErrors: 5, uplink: true }),
    { speedMbps: 1000, errors: 12, isUp: true },
  ],
  [
    'one end is down',
    [sw1, ap],
    portOf('p1', { linked: false, speedMbps: null }),
    portOf('eth0', { uplink: true }),
    { isUp: false, speedMbps: 1000 },
  ],
  [
    'what a device that is away said of its port is past',
    [sw1, away],
    portOf('p1', { linked: false, speedMbps: null, rxErrors: 1, txErrors: 1 }),
    portOf('eth0', { uplink: true, rxErrors: 99 }),
    { isUp: false, speedMbps: null, errors: 2 },
  ],
  [
    'both are away',
    [{ ...sw1, away: true }, away],
    portOf('p1'),
    portOf('eth0', { uplink: true }),
    { isUp: null, speedMbps: null, errors: null },
  ],
])('%s', (_, devices, upper, lower, expected) => {
  const reports = [
    told('sw1', [upper], [sees('p1', 'ap', 'eth0')]),
    told('ap', [lower], [sees('eth0', 'sw1', 'p1')]),
  ];
  expect(pictureOf(devices, reports, []).links[0]).toMatchObject(expected);
});

test('lists each unknown neighbour once per port', () => {
  const reports = [
    told('sw1', [portOf('p1')], [sees('p1', 'printer'), sees('p1', 'printer'), sees('p2', 'ap')]),
  ];
  expect(strangersOf([sw1, ap], reports)).toEqual([
    { mac: macOf('printer'), name: 'printer', description: 'printer box', besideUUID: 'sw1', port: 'p1' },
  ]);
});

test('has no cycles and only links between devices of the site, for any reports and manual links', () => {
  fc.assert(
    fc.property(anySite, ({ devices, ties, drawn: links }) => {
      const reports = ties.map(
        (tie): Told => ({
          ...tie,
          ports: [],
          links: tie.links.map((link) => ({ ...link, peerName: '', peerPort: '', peerDescription: '' })),
        }),
      );
      const picture = pictureOf(
        devices,
        reports,
        links.map(({ upperId, lowerId }) => drawn(upperId, lowerId)),
      );
      for (const { id } of devices) {
        let steps = 0;
        for (let at = picture.uppers.get(id); at !== undefined; at = picture.uppers.get(at)) {
          steps += 1;
          expect(steps).toBeLessThan(devices.length);
        }
      }
      const ids = new Set(devices.map(({ id }) => id));
      for (const { kind, upperUUID, lowerUUID } of picture.links) {
        expect(ids.has(upperUUID) && ids.has(lowerUUID)).toBe(true);
        if (kind === 'wired' || kind === 'mesh') expect(upperUUID).not.toBe(lowerUUID);
      }
    }),
  );
});
