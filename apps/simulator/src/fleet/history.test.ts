import { DAY, HOUR } from '@airloom/device-protocol/time';
import { expect, test } from 'vitest';
import { cases } from '../../../../tools/testing/run-length.ts';
import { eventOf, eventsFrame, stateFrame } from '../frames/frames.ts';
import { Simulation } from '../simulation/simulation.ts';
import { NO_STRAIN } from '../simulation/system-metrics.ts';
import { pastMoments } from './history.ts';

const NOW = Date.UTC(2026, 10, 15, 9, 7);
const DEVICES = cases(12, 60);

test('history has one report per hour, per quarter in the last three days, per five minutes in the last six hours', () => {
  const moments = [...pastMoments(NOW - 30 * DAY, () => NOW)];
  const stepAfter = (t: number) => (moments.find((next) => next > t) ?? 0) - t;
  expect(moments.length).toBeGreaterThan(900);
  for (const t of moments.slice(1, 300)) expect(t % HOUR).toBe(0);
  const received = [7 * DAY, 2 * DAY, 3 * HOUR].map((age) => moments.find((t) => t >= NOW - age) ?? 0);
  expect(received.map(stepAfter)).toEqual([HOUR, HOUR / 4, HOUR / 12]);
  expect(NOW - (moments.at(-1) ?? 0)).toBeLessThanOrEqual(HOUR / 12);
});

test(`thirty days of ${DEVICES} devices are generated at a second per device`, () => {
  const begun = process.cpuUsage();
  const simulation = new Simulation({
    seed: 1,
    devices: DEVICES,
    sites: 6,
    startedAt: NOW - 30 * DAY,
    restartsUntil: NOW,
  });
  let events = 0;
  let frames = 0;
  let bytes = 0;
  simulation.onIncident((incident) => {
    const received = eventOf(incident);
    if (!received) return;
    events += 1;
    const { at, type, payload } = received;
    bytes += eventsFrame(received.node.serial, [[at, { type, payload }]]).length;
  });
  for (const site of simulation.sites) {
    const devices = simulation.devices.filter((node) => node.site === site.index);
    for (const t of pastMoments(NOW - 30 * DAY, () => NOW)) {
      site.advanceTo(t);
      for (const node of devices) {
        if (!node.isUp) continue;
        bytes += stateFrame(
          { node, site, t, localMs: t, strain: NO_STRAIN },
          { uuid: 1, kept: { seq: 1, at: t } },
        ).length;
        frames += 1;
      }
    }
  }
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1e6;
  process.stderr.write(
    `history: ${frames} reports and ${events} events (${Math.round(bytes / 1e6)} MB) in ${seconds.toFixed(1)} s of CPU\n`,
  );
  expect(frames).toBeGreaterThan(DEVICES * 800);
  expect(seconds).toBeLessThan(DEVICES);
});
