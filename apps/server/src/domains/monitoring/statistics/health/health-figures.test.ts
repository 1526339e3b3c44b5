import { MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { pauseAfter } from './health-figures.ts';

test('large accounts are counted rarely, but figures are never older than a minute', () => {
  expect(pauseAfter(100)).toBe(2_000);
  expect(pauseAfter(26_000)).toBe(MINUTE);
});
