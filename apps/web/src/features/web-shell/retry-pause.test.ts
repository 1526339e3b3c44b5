import { SHELL_ENDS } from '@airloom/contract/web-shell/web-shell.model';
import { expect, test } from 'vitest';
import { retryPauseSeconds } from './retry-pause.ts';

test('a lost line is opened again with growing pauses, then no more', () => {
  const pauses = [0, 1, 2, 3, 4, 5].map((attempt) => retryPauseSeconds('deviceLost', attempt));
  expect(pauses).toEqual([2, 4, 8, 16, 30, null]);
  expect(retryPauseSeconds(null, 0)).toBe(2);
});

test('what was decided is not repeated', () => {
  const repeated = SHELL_ENDS.filter((end) => retryPauseSeconds(end, 0) !== null);
  expect(repeated).toEqual(['deviceLost', 'gatewayLost', 'interrupted']);
});
