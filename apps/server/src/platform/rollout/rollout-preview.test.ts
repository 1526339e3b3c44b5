import { expect, test } from 'vitest';
import { previewOf } from './rollout-preview.ts';
import { firstWindows } from './site-windows.repository.ts';

const DEVICES = 100_000;
const NOW = new Date('2026-11-18T12:00:00Z');
const localStart = { date: '2026-11-19', time: '02:00', until: '05:00', nights: 3 };

/** With the processor time, which does not depend on what else the machine does. */
function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

test('counts 100,000 left out devices and names the first of each reason', () => {
  const devices = Array.from({ length: DEVICES }, (_, index) => ({
    name: `device ${index}`,
    siteId: null,
    reason: index % 4 === 0 ? ('noSite' as const) : ('unsupported' as const),
  }));
  const { result, ms } = timed(() => previewOf(devices, [], { startsAt: NOW }));
  expect(result).toEqual({
    devices: 0,
    groups: [],
    leftOut: [
      {
        reason: 'noSite',
        devices: DEVICES / 4,
        names: ['device 0', 'device 4', 'device 8', 'device 12', 'device 16'],
      },
      {
        reason: 'unsupported',
        devices: (DEVICES / 4) * 3,
        names: ['device 1', 'device 2', 'device 3', 'device 5', 'device 6'],
      },
    ],
  });
  expect(ms).toBeLessThan(2_000);
});

test('finds the windows of 100,000 sites', () => {
  const zones = Array.from({ length: DEVICES }, (_, index) => ({
    siteId: `site ${index}`,
    siteName: `Site ${index}`,
    timeZone: 'Europe/Warsaw',
  }));
  const devices = zones.map(({ siteId }) => ({ name: siteId, siteId, reason: null }));
  const { result, ms } = timed(() =>
    previewOf(devices, zones, { localStart, windows: firstWindows(localStart, zones, NOW).toReversed() }),
  );
  expect(result).toMatchObject({
    devices: DEVICES,
    groups: [{ sites: DEVICES, devices: DEVICES, startsAt: '2026-11-19T01:00:00.000Z' }],
    leftOut: [],
  });
  expect(ms).toBeLessThan(2_000);
});
