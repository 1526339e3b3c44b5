import { afterEach, expect, test, vi } from 'vitest';
import { EventBudget } from './event-budget.ts';

const MINUTE = 60_000;
const START = 10 * MINUTE;

afterEach(() => vi.restoreAllMocks());

test('so many in a minute, then once that there were too many, then none until the minute is over', () => {
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

test('who began late in one minute is still counted in the next', () => {
  const budget = new EventBudget(1);
  budget.take('first', START);
  expect(budget.take('late', START + MINUTE - 1)).toBe('yes');
  expect(budget.take('first', START + MINUTE)).toBe('yes');
  expect(budget.take('late', START + MINUTE)).toBe('tooMany');
});

test('however many devices there are, none looks through all of them', () => {
  const budget = new EventBudget(1);
  const walks = vi.spyOn(Map.prototype, Symbol.iterator);
  for (let index = 0; index < 10_100; index += 1) budget.take(`device ${index}`, START);
  expect(budget.take('another', START + MINUTE)).toBe('yes');
  expect(walks).not.toHaveBeenCalled();
});
