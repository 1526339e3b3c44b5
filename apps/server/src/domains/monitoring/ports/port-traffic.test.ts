import { HOUR, MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { type PortCounters, stepsOf, trafficWindow } from './port-traffic.ts';

const START = Date.UTC(2026, 10, 18, 8);
const QUARTER = 15 * MINUTE;
const window = { from: START, to: START + HOUR, first: START, stepMs: QUARTER };
const at = (minutes: number, rx: number, errors = 0): PortCounters => ({
  at: START + minutes * MINUTE,
  counters: [rx, 2 * rx, errors, 0],
});

test('the difference of two samples is the traffic of the step between them', () => {
  const { rxKbps, txKbps, rxErrors } = stepsOf(window, [at(0, 1_000), at(15, 1_000 + 112_500, 4)]);
  // 112,500 bytes in 900 seconds.
  expect(rxKbps).toEqual([1, null, null, null]);
  expect(txKbps).toEqual([2, null, null, null]);
  expect(rxErrors).toEqual([4, null, null, null]);
});

test('a difference over several steps is divided by time', () => {
  const { rxKbps } = stepsOf(window, [at(0, 0), at(60, 450_000)]);
  expect(rxKbps).toEqual([1, 1, 1, 1]);
});

test('counts from zero after a reset', () => {
  const { rxKbps } = stepsOf(window, [at(0, 9_000_000), at(15, 112_500)]);
  expect(rxKbps[0]).toBe(1);
});

test('leaves a gap where the switch was offline', () => {
  const { rxKbps } = stepsOf(window, [at(-120, 0), at(45, 450_000), at(60, 450_000 + 112_500)]);
  expect(rxKbps).toEqual([null, null, null, 1]);
});

test('uses quarters of an hour for a recent day and hours for older windows', () => {
  const now = START + HOUR;
  expect(trafficWindow({ range: 'day' }, now).stepMs).toBe(QUARTER);
  expect(trafficWindow({ range: 'week' }, now).stepMs).toBe(HOUR);
  const old = {
    from: new Date(now - 100 * HOUR).toISOString(),
    to: new Date(now - 90 * HOUR).toISOString(),
  };
  expect(trafficWindow(old, now).stepMs).toBe(HOUR);
});
