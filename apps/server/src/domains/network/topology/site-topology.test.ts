import type { LinkSample } from '@airloom/device-protocol/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManualLink, ReportedLinks, ReportedPort } from './reported-links.ts';
import { siteTopologyOf, strangersOf } from './site-topology.ts';
import { anySite, macOf, placed, serialOf } from './testing/devices.ts';
import type { Placed } from './uplink-candidates.ts';

const UNMEASURED = { rxErrors: 0, txErrors: 0, rxKbps: null, txKbps: null };

function portOf(name: string, given: Partial<ReportedPort> = {}): ReportedPort {
  return { name, uplink: false, linked: true, speedMbps: 1000, ...UNMEASURED, ...given };
}

function sees(port: string, peer: string, peerPort = ''): LinkSample {
  return { port, peerMac: macOf(peer), peerName: peer, peerPort, peerDescription: `${peer} box` };
}

function report(
  deviceId: string,
  ports: ReportedPort[],
  links: LinkSample[] = [],
  meshParent?: string,
): ReportedLinks {
  return {
    deviceId,
    ports,
    links,
    uplinkPorts: ports.filter(({ uplink }) => uplink).map(({ name }) => name),
    meshParent: meshParent === undefined ? null : serialOf(meshParent),
  };
}

function manual(upperId: string, lowerId: string, given: Partial<ManualLink> = {}): ManualLink {
  return { id: `${upperId}-${lowerId}`, upperId, lowerId, upperPort: '', lowerPort: '', ...given };
}

/** `gw.p1>sw.u` for each link, with a sign for its kind. */
function shape(devices: Placed[], reports: ReportedLinks[], links: ManualLink[] = []): string[] {
  const signs = { wired: '>', mesh: ')', managed: '~', manual: '-' };
  return siteTopologyOf(devices, reports, links).links.map(
    ({ kind, upperUUID, upperPort, lowerUUID, lowerPort }) =>
      `${upperUUID}.${upperPort}${signs[kind]}${lowerUUID}.${lowerPort}`,
  );
}

function parents(
  devices: Placed[],
  reports: ReportedLinks[],
  links: ManualLink[] = [],
): Record<string, string> {
  return Object.fromEntries(siteTopologyOf(devices, reports, links).parents);
}

const gw = placed('gw', 'gateway');
const sw1 = placed('sw1', 'switch');
const sw2 = placed('sw2', 'switch');
const sw3 = placed('sw3', 'switch');
const ap = placed('ap', 'ap');

test('merges a wired link that both ends report, with the port of each end', () => {
  const reports = [
    report('sw1', [portOf('p1')], [sees('p1', 'ap', 'eth0')]),
    report('ap', [portOf('eth0', { uplink: true })], [sees('eth0', 'sw1', 'p1')]),
  ];
  expect(shape([sw1, ap], reports)).toEqual(['sw1.p1>ap.eth0']);
  expect(shape([ap, sw1], reports.toReversed())).toEqual(['sw1.p1>ap.eth0']);
});

test('lists a wired link that only one end reports', () => {
  expect(shape([sw1, ap], [report('sw1', [portOf('p1')], [sees('p1', 'ap', 'eth0')])])).toEqual([
    'sw1.p1>ap.eth0',
  ]);
});

test('merges reports of one wired link with different port names', () => {
  const reports = [
    report('sw1', [portOf('p1')], [sees('p1', 'ap', '02:00:00:00:00:01')]),
    report('ap', [portOf('eth0', { uplink: true })], [sees('eth0', 'sw1', 'Gi1/0/1')]),
  ];
  expect(shape([sw1, ap], reports)).toEqual(['sw1.p1>ap.eth0']);
});

test('lists two wired links between the same two devices', () => {
  const reports = [
    report('sw1', [portOf('p1'), portOf('p2')], [sees('p1', 'sw2', 'p24'), sees('p2', 'sw2', 'p23')]),
    report(
      'sw2',
      [portOf('p23', { uplink: true }), portOf('p24', { uplink: true })],
      [sees('p23', 'sw1', 'p2'), sees('p24', 'sw1', 'p1')],
    ),
  ];
  expect(shape([sw1, sw2], reports).toSorted()).toEqual(['sw1.p1>sw2.p24', 'sw1.p2>sw2.p23']);
  expect(parents([sw1, sw2], reports)).toEqual({ sw2: 'sw1' });
});

test('lists mesh, managed and manual links with their kinds', () => {
  const ac = placed('ac', 'ac');
  const leaf = placed('leaf', 'smart');
  const devices = [ac, sw1, placed('ap', 'ap', { managedBy: 'ac' }), leaf];
  const reports = [report('leaf', [], [], 'ap')];
  const links = [manual('sw1', 'ap', { upperPort: 'p7' })];
  expect(shape(devices, reports, links)).toEqual(['ap.)leaf.', 'ac.~ap.', 'sw1.p7-ap.']);
  expect(parents(devices, reports, links)).toEqual({ leaf: 'ap', ap: 'sw1' });
  expect(parents(devices, reports)).toEqual({ leaf: 'ap', ap: 'ac' });
});

test('the state of a link to a device that never connected is not known', () => {
  const members = [
    placed('up', 'ap', { managedBy: 'ac' }),
    placed('down', 'ap', { managedBy: 'ac', away: true }),
    placed('pending', 'ap', { managedBy: 'ac', away: true, neverConnected: true }),
  ];
  const { links } = siteTopologyOf([placed('ac', 'ac'), ...members], [], []);
  expect(links.map(({ lowerUUID, isUp }) => [lowerUUID, isUp])).toEqual([
    ['up', true],
    ['down', false],
    ['pending', null],
  ]);
});

test('directs a wired link without a reported direction away from the gateway', () => {
  const reports = [
    report('sw3', [portOf('p1')], [sees('p1', 'sw2', 'p2')]),
    report('sw2', [portOf('p1'), portOf('p2')], [sees('p1', 'sw1', 'p9'), sees('p2', 'sw3', 'p1')]),
    report('gw', [portOf('lan')], [sees('lan', 'sw1', 'p1')]),
  ];
  const devices = [sw3, sw2, sw1, gw];
  expect(parents(devices, reports)).toEqual({ sw1: 'gw', sw2: 'sw1', sw3: 'sw2' });
  expect(shape(devices, reports).toSorted()).toEqual(['gw.lan>sw1.p1', 'sw1.p9>sw2.p1', 'sw2.p2>sw3.p1']);
});

test('does not list the assumed uplink to the only gateway as a link', () => {
  expect(shape([gw, ap], [])).toEqual([]);
  expect(parents([gw, ap], [])).toEqual({});
});

function trafficOf(upper: ReportedPort[], lower: ReportedPort[]) {
  const reports = [report('sw1', upper, [sees('p1', 'ap', 'eth0')]), report('ap', lower)];
  const [first] = siteTopologyOf([sw1, ap], reports, []).links;
  return [first?.downKbps, first?.upKbps];
}

test('takes traffic from the port of the parent, else from that of the child', () => {
  const above = portOf('p1', { rxKbps: 10, txKbps: 900 });
  const below = portOf('eth0', { rxKbps: 890, txKbps: 9, uplink: true });
  expect(trafficOf([above], [below])).toEqual([900, 10]);
  expect(trafficOf([], [below])).toEqual([890, 9]);
  expect(trafficOf([], [])).toEqual([null, null]);
});

function internetOf(devices: Placed[], reports: ReportedLinks[], links: ManualLink[] = []) {
  return siteTopologyOf(devices, reports, links).internet.map(({ deviceUUID, port, downKbps, upKbps }) => [
    deviceUUID,
    port,
    downKbps,
    upKbps,
  ]);
}

test('lists the uplink ports of gateways that no device is above', () => {
  const wan = portOf('wan', { uplink: true, rxKbps: 700, txKbps: 70 });
  const backup = portOf('lte', { uplink: true });
  expect(internetOf([gw, sw1], [report('gw', [wan, backup])])).toEqual([
    ['gw', 'wan', 700, 70],
    ['gw', 'lte', null, null],
  ]);
  expect(internetOf([gw, sw1], [])).toEqual([['gw', '', null, null]]);
  expect(internetOf([{ ...gw, away: true }], [report('gw', [wan])])).toEqual([['gw', 'wan', null, null]]);
  expect(internetOf([gw, sw1], [report('gw', [wan])], [manual('sw1', 'gw')])).toEqual([]);
});

const away = { ...ap, away: true };
test.each<[string, Placed[], ReportedPort, ReportedPort, object]>([
  [
    'the slower end determines the speed, and errors of both ends are added',
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
    'ports of an offline device are ignored',
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
    report('sw1', [upper], [sees('p1', 'ap', 'eth0')]),
    report('ap', [lower], [sees('eth0', 'sw1', 'p1')]),
  ];
  expect(siteTopologyOf(devices, reports, []).links[0]).toMatchObject(expected);
});

test('lists each unknown neighbour once per port', () => {
  const reports = [
    report('sw1', [portOf('p1')], [sees('p1', 'printer'), sees('p1', 'printer'), sees('p2', 'ap')]),
  ];
  expect(strangersOf([sw1, ap], reports)).toEqual([
    { mac: macOf('printer'), name: 'printer', description: 'printer box', besideUUID: 'sw1', port: 'p1' },
  ]);
});

test('has no cycles and only links between devices of the site, for any reports and manual links', () => {
  fc.assert(
    fc.property(anySite, ({ devices, reports: neighbours, manualLinks: links }) => {
      const reports = neighbours.map(
        (neighbour): ReportedLinks => ({
          ...neighbour,
          ports: [],
          links: neighbour.links.map((link) => ({
            ...link,
            peerName: '',
            peerPort: '',
            peerDescription: '',
          })),
        }),
      );
      const topology = siteTopologyOf(
        devices,
        reports,
        links.map(({ upperId, lowerId }) => manual(upperId, lowerId)),
      );
      for (const { id } of devices) {
        let steps = 0;
        for (let at = topology.parents.get(id); at !== undefined; at = topology.parents.get(at)) {
          steps += 1;
          expect(steps).toBeLessThan(devices.length);
        }
      }
      const ids = new Set(devices.map(({ id }) => id));
      for (const { kind, upperUUID, lowerUUID } of topology.links) {
        expect(ids.has(upperUUID) && ids.has(lowerUUID)).toBe(true);
        if (kind === 'wired' || kind === 'mesh') expect(upperUUID).not.toBe(lowerUUID);
      }
    }),
  );
});
