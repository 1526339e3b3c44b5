import { expect, test } from 'vitest';
import { countsLine, playwrightCounts, stageCounts, sum, vitestCounts } from './counts.mjs';

test('a vitest report is read', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 };
  expect(vitestCounts(report)).toEqual({ passed: 7, failed: 2, skipped: 4 });
});

test('a Playwright report is read, and a flaky test has failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } };
  expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3, skipped: 3 });
});

test('a report without the numbers is refused', () => {
  expect(() => vitestCounts({ numPassedTests: 7 })).toThrow('numFailedTests');
  expect(() => playwrightCounts({})).toThrow('stats.expected');
});

test('a stage without tests counts as one', () => {
  expect(stageCounts(true, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(stageCounts(false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a stage that fails beside its passing tests still counts as a failure', () => {
  expect(stageCounts(false, { passed: 9, failed: 0, skipped: 1 })).toEqual({
    passed: 9,
    failed: 1,
    skipped: 1,
  });
  expect(stageCounts(false, { passed: 9, failed: 2, skipped: 1 })).toEqual({
    passed: 9,
    failed: 2,
    skipped: 1,
  });
});

test('the counts of all stages add up to the closing line', () => {
  const total = sum([
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]);
  expect(countsLine(total)).toBe('11 passed, 22 failed, 33 skipped');
});
