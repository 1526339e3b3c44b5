import { expect, it } from 'vitest';
import { stateOf } from './tasks.ts';

it.each([
  [{ endedAt: null, total: 3, succeeded: 3 }, 'running'],
  [{ endedAt: 'then', total: 3, succeeded: 3 }, 'done'],
  [{ endedAt: 'then', total: 3, succeeded: 2 }, 'partly'],
  [{ endedAt: 'then', total: 3, succeeded: 0 }, 'failed'],
])('%o is %s', (counts, state) => {
  expect(stateOf(counts)).toBe(state);
});
