import { execFileSync } from 'node:child_process';

/** `npm run test:long` sets it to `long`. Read only here. */
const LENGTH = process.env['AIRLOOM_TEST_LENGTH'];
const GIVEN_SEED = process.env['AIRLOOM_TEST_SEED'];
/** Where there is no commit, as in an unpacked archive. */
const SEED_WITHOUT_GIT = 20_261_115;

/** Whether this is the long run: more generated cases, crash cycles, rounds and devices, and every test on both databases. */
export const isLong = LENGTH === 'long';

/** A number of cases, cycles or devices: the first in the normal run, the second in the long run. */
export function cases<T>(normal: T, long: T): T {
  return isLong ? long : normal;
}

/** The seed of generated tests: given to repeat a failure, otherwise another one for each commit. */
export const seed = GIVEN_SEED === undefined || GIVEN_SEED === '' ? seedOfCommit() : parsed(GIVEN_SEED);

function parsed(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`AIRLOOM_TEST_SEED must be a number of up to nine digits, not ${text}`);
  return Number(text);
}

function seedOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return SEED_WITHOUT_GIT;
  }
}
