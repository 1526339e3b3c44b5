import type {
  AssetStatistics,
  DeviceAvailability,
  DeviceStatistics,
} from '@airloom/contract/statistics/statistics.model';
import { expect, test } from 'vitest';
import { translatorFor } from '../../../../platform/text/text.ts';
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
  const words = { say: translatorFor('en'), clock: String };
  return sectionsOf({ page: 'device', device: STATISTICS, devices: { rows: [DEVICE], total } }, words).at(-1)
    ?.rows;
}

test('adds a note and the total to a shortened list', () => {
  expect(devicesIn(5)).toEqual([
    ['Lobby', 'Access point', 'Harbour', 100, 3600, 0, 0, 0],
    ['Only the first rows are listed here. Total:', 5],
  ]);
});

test('adds no note to a complete list', () => {
  expect(devicesIn(1)).toHaveLength(1);
});

test('adds a note to each shortened asset list', () => {
  const share = { devices: 1, online: 1, neverConnected: 0 };
  const assets: AssetStatistics = {
    ...share,
    kinds: [{ kind: 'ap', ...share }],
    models: [{ kind: 'ap', model: 'CAP-1', ...share }],
    versions: [{ model: 'CAP-1', version: '1.0', ...share }],
    sites: [{ siteUUID: 's1', siteName: 'Harbour', ...share }],
    totals: { models: 3, versions: 1, sites: 5_000 },
  };
  const words = { say: translatorFor('en'), clock: String };
  const cut = sectionsOf({ page: 'property', assets }, words).map(({ rows }) => rows.at(-1)?.at(1));
  expect(cut).toEqual([0, 1, 3, '1.0', 5_000]);
});
