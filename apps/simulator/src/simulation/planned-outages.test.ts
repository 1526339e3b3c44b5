import { DAY, HOUR } from '@airloom/device-protocol/time';
import { expect, test } from 'vitest';
import { Simulation } from './simulation.ts';

const START = Date.UTC(2026, 9, 19);
const UNTIL = START + 30 * DAY;

function outagesOf(outagesUntil: number) {
  const simulation = new Simulation({ seed: 7, devices: 60, sites: 6, startedAt: START, outagesUntil });
  const downSince = new Map<string, number>();
  const outages: { serial: string; from: number; to: number }[] = [];
  simulation.onIncident((incident) => {
    if (incident.type === 'down') downSince.set(incident.node.serial, incident.at);
    if (incident.type !== 'up') return;
    const { serial } = incident.node;
    outages.push({ serial, from: downSince.get(serial) ?? 0, to: incident.at });
    downSince.delete(serial);
  });
  simulation.advanceTo(UNTIL + DAY);
  return { outages, down: downSince.size };
}

test('devices and whole sites fail for hours, and all are back before the end', () => {
  const { outages, down } = outagesOf(UNTIL);
  expect(down).toBe(0);
  expect(outages.length).toBeGreaterThan(20);
  for (const { from, to } of outages) {
    expect(to - from).toBeGreaterThanOrEqual(2.5 * HOUR);
    expect(to).toBeLessThan(UNTIL);
  }
  const together = [...Map.groupBy(outages, ({ from }) => from).values()].map((some) => some.length);
  expect(Math.max(...together)).toBeGreaterThan(5);
});

test('the same seed gives the same outages, and none without a time for them', () => {
  expect(outagesOf(UNTIL)).toEqual(outagesOf(UNTIL));
  expect(outagesOf(0).outages).toEqual([]);
});
