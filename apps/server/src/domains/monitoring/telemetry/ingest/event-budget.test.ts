import { MINUTE } from '@airloom/contract/time';
import { afterEach, expect, test, vi } from 'vitest';
import { EventBudget } from './event-budget.ts';

const START = 10 * MINUTE;

afterEach(() => vi.restoreAllMocks());

test('allows a number of events per minute, then reports the excess once', () => {
  const budget = new EventBudget(2);
  const take = (at: number) => budget.take('one', START + at);
  expect([take(0), take(MINUTE - 2), take(MINUTE - 1), take(MINUTE - 1)]).toEqual([
    'yes',
    'yes',
    'tooMany',
    'no',
  ]);
  expect(budget.take('other', START + MINUTE - 1)).toBe('yes');
  expect([take(MINUTE), take(MINUTE), take(MINUTE)]).toEqual(['yes', 'yes', 'tooMany']);
});

test('counts a window of its own for each device', () => {
  const budget = new EventBudget(1);
  budget.take('first', START);
  expect(budget.take('late', START + MINUTE - 1)).toBe('yes');
  expect(budget.take('first', START + MINUTE)).toBe('yes');
  expect(budget.take('late', START + MINUTE)).toBe('tooMany');
});

test('never iterates over all devices', () => {
  const budget = new EventBudget(1);
  const iterations = vi.spyOn(Map.prototype, Symbol.iterator);
  for (let index = 0; index < 10_100; index += 1) budget.take(`device ${index}`, START);
  expect(budget.take('another', START + MINUTE)).toBe('yes');
  expect(iterations).not.toHaveBeenCalled();
});
