import { expect, test } from 'vitest';
import { hintsOf, type RecentEvents, type Served, scoreOf } from './experience-score.ts';

const FINE: Served = {
  signal: -50,
  downRateKbps: 400_000,
  retryPercent: 2,
  utilisationPercent: 20,
  deviceClients: 5,
  cpuPercent: 10,
};
const NOTHING: RecentEvents = { wasOnBetterBand: false, roams: 0, refusals: 0 };

test('returns the best score and no hints for a well-served client', () => {
  expect(scoreOf(FINE)).toBe(100);
  expect(hintsOf(FINE, NOTHING)).toEqual([]);
});

test.each([
  ['weakSignal', { signal: -82 }, -82, 62],
  ['manyRetries', { retryPercent: 40 }, 40, 85],
  ['crowdedChannel', { utilisationPercent: 90 }, 90, 80],
  ['lowRate', { downRateKbps: 2_000 }, 2_000, 80],
  ['crowdedDevice', { deviceClients: 60 }, 60, 95],
  ['busyDevice', { cpuPercent: 97 }, 97, 91],
] as const)('%s costs, and is named with what was measured', (hint, worse, value, score) => {
  expect(scoreOf({ ...FINE, ...worse })).toBe(score);
  expect(hintsOf({ ...FINE, ...worse }, NOTHING)).toEqual([{ hint, value }]);
});

test.each([
  ['signal', { signal: -74 }],
  ['retries', { retryPercent: 29 }],
  ['channel', { utilisationPercent: 69 }],
  ['rate', { downRateKbps: 12_000 }],
  ['clients', { deviceClients: 59 }],
  ['processor', { cpuPercent: 84 }],
] as const)('a %s that is not good yet not bad costs without a word', (_, worse) => {
  expect(scoreOf({ ...FINE, ...worse })).toBeLessThan(100);
  expect(hintsOf({ ...FINE, ...worse }, NOTHING)).toEqual([]);
});

test('lists the most expensive hint first and never scores below zero', () => {
  const worst: Served = {
    signal: -95,
    downRateKbps: 0,
    retryPercent: 100,
    utilisationPercent: 100,
    deviceClients: 500,
    cpuPercent: 100,
  };
  expect(scoreOf(worst)).toBe(0);
  expect(hintsOf({ ...worst, utilisationPercent: 75 }, NOTHING).map(({ hint }) => hint)).toEqual([
    'weakSignal',
    'manyRetries',
    'lowRate',
    'crowdedChannel',
    'crowdedDevice',
    'busyDevice',
  ]);
});

test('ignores unknown values and returns no score without a signal', () => {
  const unknown: Served = {
    signal: null,
    downRateKbps: null,
    retryPercent: null,
    utilisationPercent: null,
    deviceClients: null,
    cpuPercent: null,
  };
  expect(scoreOf(unknown)).toBeNull();
  expect(scoreOf({ ...unknown, signal: -60 })).toBe(100);
  expect(hintsOf(unknown, NOTHING)).toEqual([]);
});

test('returns hints about recent events for an offline client', () => {
  expect(hintsOf(null, { wasOnBetterBand: true, roams: 5, refusals: 2 })).toEqual([
    { hint: 'slowBand', value: null },
    { hint: 'roamsOften', value: 5 },
    { hint: 'refused', value: 2 },
  ]);
  expect(hintsOf(null, { ...NOTHING, roams: 4 })).toEqual([]);
});
