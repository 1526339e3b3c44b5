import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('./run-length.ts', import.meta.url).href;
const SCRIPT = `
  const { cases, seed } = await import(${JSON.stringify(MODULE)});
  process.stdout.write(JSON.stringify({ seed, chosen: cases(1, 2) }));
`;
const PATH = process.env['PATH'] ?? '';

function runWith(env: Readonly<Record<string, string>>): { readonly seed: number; readonly chosen: number } {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(output);
}

test('the long run is chosen by its variable alone', () => {
  expect(runWith({ PATH }).chosen).toBe(1);
  expect(runWith({ PATH, AIRLOOM_TEST_LENGTH: 'long' }).chosen).toBe(2);
});

test('a given seed is used', () => {
  expect(runWith({ PATH, AIRLOOM_TEST_SEED: '42' }).seed).toBe(42);
});

test('a given seed that is no number is refused', () => {
  expect(() => runWith({ PATH, AIRLOOM_TEST_SEED: 'abc' })).toThrow('AIRLOOM_TEST_SEED must be a number');
});

test('the seed is the same for the same commit', () => {
  expect(runWith({ PATH }).seed).toBe(runWith({ PATH }).seed);
});

test('without git the seed is fixed', () => {
  expect(runWith({ PATH: '' }).seed).toBe(20_261_115);
});
