import type { DeviceAvailability, DeviceStatistics } from '@airloom/contract/statistics/statistics.model';
import { expect, test } from 'vitest';
import { sayingIn } from '../../platform/text/text.ts';
import { sectionsOf } from './sheet.ts';

const DEVICE: DeviceAvailability = {
  deviceUUID: 'd1',
  name: 'Lobby',
  kind: 'ap',
  siteUUID: 's1',
  siteName: 'Harbour',
  percent: 100,
  onlineSeconds: 3600,
  awaySeconds: 0,
  outages: 0,
  isAway: false,
  longestSeconds: 0,
};

const STATISTICS: DeviceStatistics = {
  from: '2026-11-15T00:00:00Z',
  to: '2026-11-15T01:00:00Z',
  firstAt: '2026-11-15T00:00:00Z',
  stepSeconds: 300,
  devices: 1,
  percent: 100,
  onlineSeconds: 3600,
  awaySeconds: 0,
  outages: 0,
  series: [],
  kinds: [],
};

function devicesIn(total: number) {
  const words = { say: sayingIn('en'), clock: String };
  return sectionsOf({ page: 'device', device: STATISTICS, devices: { rows: [DEVICE], total } }, words).at(-1)
    ?.rows;
}

test('a list that was cut says so, and how long it is', () => {
  expect(devicesIn(5)).toEqual([
    ['Lobby', 'Access point', 'Harbour', 100, 3600, 0, 0, 0],
    ['Only the first are listed here. In all:', 5],
  ]);
});

test('a whole list says nothing of it', () => {
  expect(devicesIn(1)).toHaveLength(1);
});
