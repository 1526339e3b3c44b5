import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbound, Report } from '@airloom/device-protocol/model';
import { readFrame } from '@airloom/device-protocol/read-frame';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { associationBytes } from '../simulation/client.ts';
import { type Node, uplinkPort } from '../simulation/node.ts';
import { Simulation } from '../simulation/simulation.ts';
import { NO_STRAIN } from '../simulation/system-metrics.ts';
import { portCounter } from '../simulation/traffic.ts';
import { connectFrame, eventFrame, eventOf, stateFrame, stateOf } from './frames.ts';

const START = Date.UTC(2026, 10, 2);
const NOON = START + 11 * 3_600_000;

const simulation = new Simulation({ seed: 11, devices: 60, sites: 6, startedAt: START });
const incidents: ReturnType<typeof eventOf>[] = [];
simulation.onIncident((incident) => incidents.push(eventOf(incident)));
simulation.advanceTo(NOON);

function momentOf(node: Node) {
  return { node, site: simulation.siteOf(node), t: NOON, localMs: NOON, strain: NO_STRAIN };
}

function reportOf(node: Node): Report {
  const frame = stateFrame(momentOf(node), { uuid: 1, kept: { seq: 3, at: NOON } });
  const read = readFrame(Buffer.from(frame));
  if (read.kind !== 'reports') throw new Error(`read as ${JSON.stringify(read)}`);
  return read.reports[0] ?? expect.fail();
}

test('controller reports and join events contain the member of each client', () => {
  const managers = simulation.devices.filter(({ members }) => members.length > 0);
  const joined = new Map<string, string | null>();
  for (const received of incidents) {
    if (received?.type !== 'client.join') continue;
    const { node, at, type, payload } = received;
    const read = readFrame(Buffer.from(eventFrame(node.serial, Math.floor(at / 1000), type, payload)));
    if (read.kind !== 'events') throw new Error(`read as ${JSON.stringify(read)}`);
    for (const { happening } of read.events)
      if (happening.type === 'clientJoined') joined.set(happening.client.mac, happening.client.bssid);
  }
  let seen = 0;
  for (const manager of managers) {
    const report = reportOf(manager);
    for (const member of manager.members) {
      const bssids = report.members.find(({ serial }) => serial === member.serial)?.bssids ?? [];
      const own = report.clients.filter(({ wireless }) => bssids.includes(wireless?.bssid ?? ''));
      const there = simulation.siteOf(member).clientsAt(member);
      expect(own.map(({ mac }) => mac).sort()).toEqual(there.map(({ mac }) => mac).sort());
      for (const { mac, wireless } of own) expect(joined.get(mac)).toBe(wireless?.bssid);
      seen += own.length;
    }
  }
  expect(seen).toBeGreaterThan(0);
});

test.each(simulation.devices.map((node) => [node.kind, node.name, node] as const))(
  '%s %s is understood',
  (_, __, node) => {
    const report = reportOf(node);
    const clients = simulation.siteOf(node).clientsAt(node);
    const counter = portCounter(node, uplinkPort(node), NOON);
    expect(report).toMatchObject({ serial: node.serial, at: NOON, sequence: 3, configVersion: 1 });
    expect(report.uplink).toEqual({ rxBytes: counter.down, txBytes: counter.up });
    expect(report.unit.uptimeSeconds).toBe(Math.floor((NOON - node.startedAt) / 1000));
    expect(report.radios).toHaveLength(node.radios.length + node.members.flatMap((one) => one.radios).length);
    const own = report.clients.filter(({ mac }) => clients.some((client) => client.mac === mac));
    expect(own).toHaveLength(clients.length);
    for (const client of clients) {
      if (!client.association?.radio) continue;
      const bytes = associationBytes(client.association, NOON);
      const sample = report.clients.find(({ mac }) => mac === client.mac);
      expect(sample).toMatchObject({
        ip: client.ip,
        hostname: client.hostname,
        wireless: { ssid: client.association.network, band: client.association.radio.band },
        traffic: { rxBytes: bytes.up, txBytes: bytes.down },
      });
    }
    const links =
      node.children.filter((child) => child.parentPort !== null).length + (node.parentPort ? 1 : 0);
    expect(report.links).toHaveLength(links);
    expect(report.members.map(({ serial }) => serial)).toEqual(node.members.map(({ serial }) => serial));
  },
);

test('a switch reports the PoE power of its ports', () => {
  const node = simulation.devices.find(
    ({ kind, children }) => kind === 'switch' && children.some(({ kind: of }) => of === 'ap'),
  );
  const report = reportOf(node ?? expect.fail());
  const fed = report.ports.filter(({ power }) => power?.state === 'delivering');
  expect(fed.length).toBeGreaterThan(0);
  const watts = fed.reduce((sum, { power }) => sum + (power?.watts ?? 0), 0);
  expect(report.power?.usedWatts).toBeCloseTo(watts, 1);
});

test('states of access points are compressed from 2 KiB on, those of switches never', () => {
  for (const node of simulation.devices) {
    const isPacked = stateFrame(momentOf(node), { uuid: 1 }).includes('"compress_64"');
    const size = JSON.stringify({ serial: node.serial, uuid: 1, state: stateOf(momentOf(node)) }).length;
    expect(isPacked).toBe(node.kind !== 'switch' && size >= 2048);
  }
});

function readHello(node: Node): Inbound {
  const said = { uuid: 4, reason: 'coldboot', country: 'PL', keeps: true, certificate: '' };
  const frame = connectFrame({ node, ...said });
  return readFrame(Buffer.from(frame));
}

test('every device identifies itself when it connects', () => {
  for (const node of simulation.devices) {
    expect(readHello(node)).toMatchObject({
      kind: 'hello',
      hello: {
        serial: node.serial,
        kind: node.kind,
        sn: node.sn,
        model: node.model.name,
        firmware: node.firmware,
        configVersion: 4,
        abilities: { acknowledgedReports: true, remoteShell: true, ports: node.ports },
      },
    });
  }
});

test('event frames are valid', () => {
  const received = incidents.flatMap((one) => (one ? [one] : []));
  const kinds = new Set<string>();
  for (const { node, at, type, payload } of received) {
    const read = readFrame(Buffer.from(eventFrame(node.serial, Math.floor(at / 1000), type, payload)));
    if (read.kind !== 'events') throw new Error(`read as ${JSON.stringify(read)}`);
    kinds.add(read.events[0]?.happening.type ?? '');
  }
  expect(kinds).toEqual(new Set(['clientJoined', 'clientLeft', 'clientRefused']));
});

const source = process.env['DEVICE_DIR'];

describe.skipIf(source === undefined)('the public schemas', () => {
  const validatorOf = (name: string) => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    return ajv.compile(JSON.parse(readFileSync(join(source ?? '', 'schema', name), 'utf8')));
  };
  const validators = {
    ap: source === undefined ? null : validatorOf('ap.ucentral.state.json'),
    switch: source === undefined ? null : validatorOf('switch.ucentral.state.json'),
  };

  test.each(simulation.devices.map((node) => [node.kind, node.name, node] as const))(
    'take %s %s',
    (_, __, node) => {
      const validate = validators[node.kind === 'switch' ? 'switch' : 'ap'] ?? expect.fail();
      validate(JSON.parse(JSON.stringify({ uuid: 1, serial: node.serial, ...stateOf(momentOf(node)) })));
      expect(validate.errors ?? []).toEqual([]);
    },
  );
});

if (source === undefined) {
  process.stderr.write(
    'simulator: DEVICE_DIR names no folder with the public schemas, so no state was held against them.\n',
  );
}
