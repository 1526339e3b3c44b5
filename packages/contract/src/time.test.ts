import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

test('durations are milliseconds', () => {
  expect(new Date(DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND).toISOString()).toBe('1970-01-02T02:03:04.000Z');
});
