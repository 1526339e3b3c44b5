import { MINUTE } from '@airloom/device-protocol/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { associationBytes } from './client.ts';
import type { Node, Totals } from './node.ts';
import { uplinkPort } from './node.ts';
import { Simulation } from './simulation.ts';
import type { Site } from './site.ts';
import { networkCounter, portCounter, portTotals, radioTotals, throughTotals } from './traffic.ts';

const START = Date.UTC(2026, 10, 2);

function simulationOf(seed: number, restartsUntil = 0): Simulation {
  return new Simulation({ seed, devices: 24, sites: 3, startedAt: START, restartsUntil });
}

function sum(parts: readonly Totals[]): Totals {
  return parts.reduce((all, one) => ({ down: all.down + one.down, up: all.up + one.up }), { down: 0, up: 0 });
}

function expectAtMost(part: Totals, whole: Totals): void {
  expect(part.down).toBeLessThanOrEqual(whole.down);
  expect(part.up).toBeLessThanOrEqual(whole.up);
}

function checkNode(node: Node, t: number): void {
  const through = throughTotals(node, t);
  for (const radio of node.radios) {
    const associations = [...radio.clients].flatMap(({ association }) =>
      association ? [associationBytes(association, t)] : [],
    );
    const whole = radioTotals(node, radio, t);
    expectAtMost(sum(associations), whole);
    expectAtMost(whole, through);
    expect(radio.clients.size).toBe(associations.length);
  }
  if (node.parent) {
    expectAtMost(through, throughTotals(node.parent, t));
    // Both ends of a link count the same bytes.
    if (node.parentPort) expect(portTotals(node.parent, node.parentPort, t)).toEqual(through);
  }
  const below = node.ports
    .filter((port) => port !== uplinkPort(node))
    .map((port) => portTotals(node, port, t));
  expectAtMost(sum(below), through);
}

function lifetimeOf(site: Site, t: number): Totals {
  return sum(
    site.clients.map((client) => {
      const running = client.association ? associationBytes(client.association, t) : { down: 0, up: 0 };
      return sum([client.life, running]);
    }),
  );
}

const moments = fc.array(fc.integer({ min: 1, max: 9 * 60 }), { minLength: 1, maxLength: 12 });

test('no bytes are lost or added between a client and the uplink of its site', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), moments, fc.boolean(), (seed, minutes, restarts) => {
      const simulation = simulationOf(seed, restarts ? START + 30 * 24 * 60 * MINUTE : 0);
      let t = START;
      for (const pause of minutes) {
        t += pause * MINUTE;
        simulation.advanceTo(t);
        for (const site of simulation.sites) {
          for (const node of site.nodes) checkNode(node, t);
          const roots = site.nodes.filter((node) => node.parent === null);
          expectAtMost(lifetimeOf(site, t), sum(roots.map((root) => throughTotals(root, t))));
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('counters grow while a device runs and reset when it starts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), moments, (seed, minutes) => {
      const simulation = simulationOf(seed);
      const node = simulation.devices.find(({ kind }) => kind === 'ap') ?? expect.fail();
      const site = simulation.siteOf(node);
      const counters = (t: number) => [
        portCounter(node, uplinkPort(node), t),
        ...node.radios.flatMap((radio) =>
          node.networks.map(({ name }) => networkCounter(node, radio, name, t)),
        ),
      ];
      let t = START + 60 * MINUTE;
      site.advanceTo(t);
      let before = counters(t);
      for (const pause of minutes) {
        t += pause * MINUTE;
        site.advanceTo(t);
        const now = counters(t);
        for (const [index, one] of before.entries()) expectAtMost(one, now[index] ?? expect.fail());
        before = now;
      }
      site.stop(node, t, 'reboot');
      site.start(node, t + MINUTE, 'reboot');
      expect(counters(t + MINUTE)).toEqual(before.map(() => ({ down: 0, up: 0 })));
    }),
    { numRuns: 15 },
  );
});

test('the hours of the ledger add up to the total traffic', () => {
  const simulation = simulationOf(5);
  const end = START + 48 * 60 * MINUTE;
  simulation.advanceTo(end);
  for (const { serial } of simulation.devices) {
    const marks = simulation.ledger.hours(serial);
    expect(marks).toHaveLength(48);
    const record = simulation.ledger.device(serial);
    expect(marks.at(-1)).toMatchObject({ hour: end, down: record?.down, up: record?.up });
  }
});
