import { MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { minutesFrom, type TimedSample } from './minutes.ts';

const NOON = Date.UTC(2026, 9, 20, 12);
const at = (minutes: number) => NOON + minutes * MINUTE;

function sampleAt(minutes: number, rx: number, given: Partial<TimedSample> = {}): TimedSample {
  return {
    sessionId: 'one',
    startedAt: NOON,
    at: at(minutes),
    signal: -60,
    downRateKbps: 400_000,
    rx,
    tx: 2 * rx,
    packets: rx,
    retries: 0,
    ...given,
  };
}

function shownOf(samples: readonly TimedSample[], from = NOON, to = at(60)) {
  return minutesFrom(samples, from, to).map((slot) => ({
    ...slot,
    at: (Date.parse(slot.at) - NOON) / MINUTE,
  }));
}

const upOf = (slots: ReturnType<typeof shownOf>) => slots.map((slot) => [slot.at, slot.upBytes]);

test('returns the traffic and signal of each minute', () => {
  const slots = shownOf([
    sampleAt(0.5, 100),
    sampleAt(1.5, 350, { signal: -71, downRateKbps: 6_000, packets: 200, retries: 25 }),
    sampleAt(2.5, 350, { signal: null, packets: 200, retries: 25 }),
  ]);
  expect(slots).toEqual([
    { at: 0, upBytes: 100, downBytes: 200, signalMean: -60, downRateKbps: 400_000, retryPercent: 0 },
    { at: 1, upBytes: 250, downBytes: 500, signalMean: -71, downRateKbps: 6_000, retryPercent: 25 },
    { at: 2, upBytes: 0, downBytes: 0, signalMean: null, downRateKbps: 400_000, retryPercent: null },
  ]);
});

test('spreads traffic between two reports over the minutes between them without rounding loss', () => {
  const slots = shownOf([sampleAt(0.1, 0), sampleAt(3.9, 100)]);
  expect(upOf(slots)).toEqual([
    [0, 0],
    [1, 33],
    [2, 34],
    [3, 33],
  ]);
  expect(slots.every(({ signalMean }) => signalMean === -60)).toBe(true);
});

test('returns no signal for minutes long before the next report', () => {
  const slots = shownOf([sampleAt(0, 0), sampleAt(30, 300)]);
  expect(slots.reduce((sum, { upBytes }) => sum + upBytes, 0)).toBe(300);
  expect(slots).toHaveLength(31);
  expect(slots.filter(({ signalMean }) => signalMean !== null).map((slot) => slot.at)).toEqual([
    0, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
  ]);
});

test('counts only traffic after the first known report of a long connection', () => {
  const long = { startedAt: NOON - 24 * 60 * MINUTE };
  expect(upOf(shownOf([sampleAt(5, 1e9, long), sampleAt(6, 1e9 + 7, long)]))).toEqual([
    [5, 0],
    [6, 7],
  ]);
});

test('handles restarted counters and uses the latest sample of a roaming client', () => {
  const slots = shownOf([
    sampleAt(0, 500),
    sampleAt(1, 40),
    sampleAt(1.2, 10, { sessionId: 'two', startedAt: at(1.1), signal: -50 }),
  ]);
  expect(slots.map(({ at: minute, upBytes, signalMean }) => [minute, upBytes, signalMean])).toEqual([
    [0, 500, -60],
    [1, 50, -50],
  ]);
});

test('leaves out minutes outside of the window and splits traffic at its border', () => {
  const slots = shownOf([sampleAt(0, 0), sampleAt(10, 1_000), sampleAt(20, 2_000)], at(5), at(12));
  expect(slots.map((slot) => slot.at)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  expect(slots.every(({ upBytes }) => upBytes === 100)).toBe(true);
});

test('returns no retry percentage for few packets', () => {
  const slots = shownOf([sampleAt(0, 0), sampleAt(1, 100, { packets: 3, retries: 3 })]);
  expect(slots.map(({ retryPercent }) => retryPercent)).toEqual([null, null]);
});
