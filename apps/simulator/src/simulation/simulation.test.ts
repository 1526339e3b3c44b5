import { HOUR } from '@airloom/device-protocol/time';
import { expect, test } from 'vitest';
import { apState } from '../frames/ap-state.ts';
import { localTime } from './calendar.ts';
import { KINDS } from './models.ts';
import type { Node } from './node.ts';
import { ALLOWED_CHANNELS } from './radio-propagation.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import { NO_STRAIN } from './system-metrics.ts';

/** A Monday, midnight in London. */
const MONDAY = Date.UTC(2026, 10, 2);

function simulationOf(options: Partial<SimulationOptions> = {}): Simulation {
  return new Simulation({ seed: 7, devices: 60, sites: 6, startedAt: MONDAY, ...options });
}

function recordsOf(simulation: Simulation): object {
  return {
    sites: simulation.sites.map((site) => simulation.ledger.site(site.name)),
    devices: simulation.devices.map(({ serial }) => simulation.ledger.device(serial)),
    sessions: simulation.ledger.sessions.map((session) => JSON.stringify(session)).sort(),
  };
}

test('the same seed gives the same simulation, independent of time steps', () => {
  const [one, other] = [simulationOf(), simulationOf()];
  const end = MONDAY + 30 * HOUR;
  one.advanceTo(end);
  for (let t = MONDAY; t < end; t += 7 * 60_000 + 13) other.advanceTo(t);
  other.advanceTo(end);
  expect(recordsOf(other)).toEqual(recordsOf(one));
  expect(one.ledger.sessions.length).toBeGreaterThan(500);
});

test('another seed gives another simulation', () => {
  const [one, other] = [simulationOf(), simulationOf({ seed: 8 })];
  expect(other.devices.map(({ serial }) => serial)).not.toEqual(one.devices.map(({ serial }) => serial));
});

test('a fleet has the requested number of devices of every kind', () => {
  const { devices } = simulationOf();
  expect(devices).toHaveLength(60);
  expect(new Set(devices.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  const kinds = simulationOf({ kinds: { ap: 31, switch: 5 }, sites: 4 }).devices.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'ap')).toHaveLength(31);
  expect(kinds.filter((kind) => kind === 'switch')).toHaveLength(5);
});

test('serial numbers and addresses are valid and unique', () => {
  const simulation = simulationOf({ devices: 600, sites: 30 });
  const nodes = simulation.sites.flatMap((site) => site.nodes);
  const clients = simulation.sites.flatMap((site) => site.clients);
  for (const { kind, sn, serial, name } of nodes) {
    if (kind === 'ap') expect(sn).toMatch(/^WL[A-Z0-9]{6}[A-Z][1-9ABC](0[1-9]|[12]\d|3[01])[A-Z0-9]{6}$/);
    expect(sn).toMatch(/^[A-Z0-9]{18}$/);
    expect(Number.parseInt(serial.slice(0, 2), 16) & 3).toBe(2);
    expect(name.length).toBeLessThanOrEqual(30);
  }
  const addresses = [...nodes.map(({ mac }) => mac), ...clients.map(({ mac }) => mac)];
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(new Set(nodes.map(({ sn }) => sn)).size).toBe(nodes.length);
});

function rootOf(node: Node): Node {
  return node.parent ? rootOf(node.parent) : node;
}

test('a site is one tree under its gateway, and LLDP is consistent at both ends of a link', () => {
  const simulation = simulationOf();
  simulation.advanceTo(MONDAY + HOUR);
  for (const site of simulation.sites) {
    expect(new Set(site.nodes.map(rootOf)).size).toBe(1);
    expect(rootOf(site.nodes.at(-1) ?? expect.fail()).kind).toBe('gateway');
    for (const node of site.nodes) {
      const places = node.children.map((child) => child.parentPort).filter((port) => port !== null);
      expect(new Set(places).size).toBe(places.length);
      for (const port of places) expect(node.ports).toContain(port);
    }
  }
});

test('radios use channels of their band', () => {
  for (const { radios } of simulationOf().sites.flatMap((site) => site.nodes)) {
    for (const { band, channel } of radios) expect(ALLOWED_CHANNELS[band]).toContain(channel);
  }
});

test('clients come and go by local time', () => {
  const simulation = simulationOf();
  const office = simulation.sites.find((site) => site.place.kind === 'office') ?? expect.fail();
  const walkers = () =>
    office.clients.filter((client) => client.association?.radio && client.type !== 'sensor').length;
  const at = (day: number, localHour: number) => {
    const noonOffset = localTime(office.place.zone, MONDAY).hour;
    simulation.advanceTo(MONDAY + (day * 24 + localHour - noonOffset) * HOUR);
    return walkers();
  };
  const tuesday = { night: at(1, 4), noon: at(1, 11) };
  const sunday = at(6, 11);
  expect(tuesday.noon).toBeGreaterThan(5 * Math.max(1, tuesday.night));
  expect(tuesday.noon).toBeGreaterThan(3 * Math.max(1, sunday));
});

test('roaming keeps the visit, and signal decreases with distance', () => {
  const simulation = simulationOf();
  simulation.advanceTo(MONDAY + 40 * HOUR);
  const { sessions } = simulation.ledger;
  const roamed = sessions.filter((one) =>
    sessions.some((next) => next.mac === one.mac && next.visit === one.visit && next.from === one.to),
  );
  expect(roamed.length).toBeGreaterThan(20);
  for (const one of roamed.slice(0, 20)) {
    const next = sessions.find((other) => other.mac === one.mac && other.from === one.to);
    expect(next?.serial).not.toBe(one.serial);
  }
  const associations = simulation.sites
    .flatMap((site) => site.clients)
    .flatMap(({ association }) => (association?.radio ? [association] : []));
  const [near, far] = [
    Math.min(...associations.map((association) => association.metres)),
    Math.max(...associations.map((association) => association.metres)),
  ];
  expect(far).toBeGreaterThan(near + 3);
});

test('a standby controller reports members only when its active peer is down', () => {
  const simulation = simulationOf();
  const standby = simulation.devices.find((node) => node.pair?.role === 'standby') ?? expect.fail();
  const site = simulation.siteOf(standby);
  const now = MONDAY + HOUR;
  site.advanceTo(now);
  const shown = () => apState({ node: standby, site, t: now, localMs: now, strain: NO_STRAIN });
  expect(shown()).toMatchObject({ 'x-airloom': { pair: { mode: 'ha', role: 'standby', peerOnline: true } } });
  expect(shown()).not.toHaveProperty(['x-airloom', 'members']);
  site.stop(standby.pair?.peer ?? expect.fail(), now, 'crash');
  expect(shown()).toMatchObject({ 'x-airloom': { pair: { role: 'active', peerOnline: false } } });
  expect(shown()).toHaveProperty(['x-airloom', 'members']);
});

test('a disconnected client comes back only after its block ends', () => {
  const simulation = simulationOf();
  simulation.advanceTo(MONDAY + 12 * HOUR);
  const site =
    simulation.sites.find(({ clients }) => clients.some(({ association }) => association?.radio)) ??
    expect.fail();
  const client = site.clients.find(({ association }) => association?.radio) ?? expect.fail();
  const node = client.association?.node ?? expect.fail();
  const { visit } = client;
  expect(site.kick(node, client.mac, 24 * HOUR, site.now)).toBe(true);
  const until = site.now + 24 * HOUR;
  site.advanceTo(until - 1);
  expect([client.association, client.visit]).toEqual([null, visit]);
  site.advanceTo(until + 24 * HOUR);
  expect(client.visit).toBeGreaterThan(visit);
});
