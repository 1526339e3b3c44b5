import { HOUR, MINUTE } from '@airloom/device-protocol/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startIncidents } from './incidents.ts';

const START = Date.UTC(2026, 10, 18, 1);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const calls: string[] = [];
  const control = {
    stop: ({ site = '' }: { site?: string }) => calls.push(`stop ${site}`),
    start: ({ site = '' }: { site?: string }) => calls.push(`start ${site}`),
  };
  const sites = ['North', 'South', 'West'].map((name) => ({ name }));
  return { calls, end: startIncidents({ simulation: { sites }, control }, Date.now) };
}

test('one site is without power at any time, and another one every eight hours', () => {
  const { calls, end } = watched();
  vi.advanceTimersByTime(MINUTE - 1);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  const [first = ''] = calls;
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(7 * HOUR - 2 * MINUTE);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(MINUTE);
  expect(calls).toEqual([first, first.replace('stop', 'start'), expect.stringMatching(/^stop /)]);
  expect(calls[2]).not.toBe(first);
  vi.advanceTimersByTime(16 * HOUR);
  expect(new Set(calls.filter((call) => call.startsWith('stop')))).toHaveLength(3);
  end();
  expect(vi.getTimerCount()).toBe(0);
});

test('after a restart the same site is affected', () => {
  const one = watched();
  vi.advanceTimersByTime(MINUTE);
  one.end();
  const other = watched();
  vi.advanceTimersByTime(MINUTE);
  other.end();
  expect(other.calls).toEqual(one.calls);
});
