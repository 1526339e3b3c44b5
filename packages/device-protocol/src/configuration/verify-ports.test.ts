import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { PortValue } from '@airloom/contract/switches/port.rules';
import { expect, test } from 'vitest';
import { SWITCH_PORTS } from '../testing/arbitrary-switches.ts';
import { ABILITIES, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';
import { missingPorts, type ObservedPorts } from './verify-ports.ts';

const origin = { level: 'device', settingId: 'x' } as const;
const PORT = 'Ethernet2';
const ROUTE = { destination: '10.20.0.0', mask: '255.255.0.0', nextHop: '192.0.2.1', metric: 9 };

/** A switch with these settings of one port, and a static route. */
function documentWith(value: PortValue, routes = [ROUTE]) {
  return compile({
    kind: 'switch',
    base: { ...SETTINGS, switchPorts: SWITCH_PORTS },
    abilities: ABILITIES,
    effective: {
      ...NO_SETTINGS,
      switch: {
        ports: {
          [PORT]: { value, origins: Object.fromEntries(Object.keys(value).map((key) => [key, origin])) },
        },
        modelPorts: [],
        vlans: null,
        routes: { value: routes, origin },
        base: null,
      },
    },
    offNetworks: new Set(),
  }).document;
}

const WANTED: PortValue = {
  enabled: true,
  speed: 100,
  duplex: 'half',
  mode: 'trunk',
  vlan: 30,
  allowedVlans: [40],
  poe: true,
  isolation: 'strict',
};

/** A report that shows all of it. */
function shown(
  of: Partial<ObservedPorts['ports'][number]> = {},
  more: Partial<ObservedPorts> = {},
): ObservedPorts {
  return {
    ports: SWITCH_PORTS.map(({ name, poe }) => ({
      name,
      linked: true,
      speedMbps: 1000,
      fullDuplex: true,
      power: poe === null ? null : { state: poe ? 'delivering' : 'disabled', watts: 0 },
      ...(name === PORT
        ? { speedMbps: 100, fullDuplex: false, power: { state: 'delivering' as const, watts: 4 }, ...of }
        : {}),
    })),
    disabledPorts: [],
    portVlans: [{ port: PORT, untagged: 30, tagged: [40] }],
    isolatedPorts: [PORT],
    routes: [{ prefix: '10.20.0.0/16', nextHop: '192.0.2.1', interface: 'VLAN1', metric: 9, type: 'static' }],
    ...more,
  };
}

const whatIsMissing = (observed: ObservedPorts, value = WANTED) =>
  missingPorts(documentWith(value), observed).map(({ what, name }) => `${what} ${name}`);

test('a report with all settings verifies them', () => {
  expect(whatIsMissing(shown())).toEqual([]);
});

const ROUTE_NAME = 'route 10.20.0.0/16 → 192.0.2.1';

test.each<[string, ObservedPorts, string[]]>([
  ['disabled', shown({}, { disabledPorts: [PORT] }), [`portEnabled ${PORT}`]],
  ['another speed', shown({ speedMbps: 1000 }), [`portSpeed ${PORT}`]],
  ['another duplex mode', shown({ fullDuplex: true }), [`portDuplex ${PORT}`]],
  ['no power', shown({ power: { state: 'disabled', watts: 0 } }), [`portPoe ${PORT}`]],
  [
    'another untagged VLAN',
    shown({}, { portVlans: [{ port: PORT, untagged: 1, tagged: [40] }] }),
    [`portVlan ${PORT}`],
  ],
  [
    'a tagged VLAN is missing',
    shown({}, { portVlans: [{ port: PORT, untagged: 30, tagged: [] }] }),
    [`portVlan ${PORT}`],
  ],
  [
    'a tagged VLAN too many',
    shown({}, { portVlans: [{ port: PORT, untagged: 30, tagged: [40, 50] }] }),
    [`portVlan ${PORT}`],
  ],
  ['not isolated', shown({}, { isolatedPorts: [] }), [`portIsolation ${PORT}`]],
  ['another port isolated', shown({}, { isolatedPorts: [PORT, 'Ethernet3'] }), ['portIsolation Ethernet3']],
  ['no route', shown({}, { routes: [] }), [ROUTE_NAME]],
  [
    'a route with another metric',
    shown({}, { routes: shown().routes?.map((route) => ({ ...route, metric: 1 })) ?? [] }),
    [ROUTE_NAME],
  ],
])('names what a report shows differently: %s', (_, observed, expected) => {
  expect(whatIsMissing(observed)).toEqual(expected);
});

test('power that should be off and a port that should be down are seen', () => {
  expect(whatIsMissing(shown(), { ...WANTED, poe: false })).toEqual([`portPoe ${PORT}`]);
  const off = { ...WANTED, enabled: false, poe: false };
  const unknown = { disabledPorts: null };
  const dark = { power: { state: 'disabled' as const, watts: 0 } };
  // Without a list of disabled ports a link is the only sign.
  expect(whatIsMissing(shown({ ...dark, linked: true }, unknown), off)).toEqual([`portEnabled ${PORT}`]);
  expect(whatIsMissing(shown({ ...dark, linked: false }, unknown), off)).toEqual([]);
});

test('what a switch does not report is not missed', () => {
  const silent = { disabledPorts: null, portVlans: null, isolatedPorts: null, routes: null };
  expect(whatIsMissing(shown({ speedMbps: null, fullDuplex: null, power: null }, silent))).toEqual([]);
});

test('speed and duplex of a port without link or with negotiation are not compared', () => {
  expect(whatIsMissing(shown({ linked: false, speedMbps: 1000, fullDuplex: true }))).toEqual([]);
  const { duplex: _duplex, ...negotiated } = { ...WANTED, speed: 'auto' as const };
  expect(whatIsMissing(shown({ speedMbps: 10_000, fullDuplex: true }), negotiated)).toEqual([]);
});
