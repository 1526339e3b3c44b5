import { expect, test } from 'vitest';
import { isTooDeep } from './json-depth.ts';

/** The shortest of several runs, the one least disturbed by other work. */
function shortest(json: string): number {
  const runs = Array.from({ length: 15 }, () => {
    const started = performance.now();
    isTooDeep(json);
    return performance.now() - started;
  });
  return Math.min(...runs);
}

/** An unterminated string, full of escaped quotes. */
const unended = (quotes: number) => `"${'\\"'.repeat(quotes)}`;

test('takes linear time', () => {
  shortest(unended(16_000));
  const growth = shortest(unended(16_000)) / shortest(unended(2_000));
  // 8 times as long; a check that starts again at every quote takes 64 times as long.
  expect(growth).toBeLessThan(24);
});

test.each([
  ['brackets', `${'['.repeat(65)}${']'.repeat(65)}`, true],
  ['brackets up to the limit', `${'['.repeat(64)}${']'.repeat(64)}`, false],
  ['brackets in a text', `"${'['.repeat(100)}"`, false],
  ['brackets after an escaped quote', `"\\"${'['.repeat(100)}"`, false],
  ['brackets one after another', '[]'.repeat(100), false],
])('%s', (_, json, isDeep) => {
  expect(isTooDeep(json)).toBe(isDeep);
});
