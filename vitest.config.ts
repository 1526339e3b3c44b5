import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WITHIN } from './apps/server/src/testing/within.ts';
import { ABOUT_THE_DATABASE } from './tools/testing/database-tests.ts';
import { isLong, seed } from './tools/testing/run-length.ts';

const stage = process.env['AIRLOOM_REPORT'];
const external = process.env['AIRLOOM_TEST_DATABASE'] === 'external';
const PROPERTY_TESTS = join(import.meta.dirname, 'tools/testing/property-tests.ts');

process.stdout.write(
  `Generated tests: AIRLOOM_TEST_SEED=${seed} repeats this run${isLong ? ', the long one' : ''}.\n`,
);

/** Gateways beside a console share a database, which is then an external one. */
const SEVERAL_PROCESSES = '**/processes/several-processes*.test.ts';

/** The embedded PostgreSQL itself, which no external one replaces. */
const EMBEDDED = '**/platform/database/embedded/**';

function included(): string[] {
  return external && !isLong ? [...ABOUT_THE_DATABASE] : ['apps/server/**/*.test.ts'];
}

function excluded(): string[] {
  if (external) return [EMBEDDED];
  return process.env['AIRLOOM_EXTERNAL_FOLLOWS'] === undefined ? [] : [SEVERAL_PROCESSES];
}

/** Much of the time is spent waiting for processes that die and devices that come back. */
const WORKERS = 4;

/** They end what hangs. On a busy machine real servers and databases may take ten times as long; the long run has more to do. */
const HUNG_AFTER_MS = isLong ? 1_800_000 : 600_000;
const AGAINST_HANGS = {
  testTimeout: HUNG_AFTER_MS,
  hookTimeout: HUNG_AFTER_MS,
  expect: { poll: WITHIN },
} as const;

/** Many small files that leave nothing behind: loading everything anew for each took longer than all they do. */
const PURE = { isolate: false, maxWorkers: WORKERS, testTimeout: HUNG_AFTER_MS } as const;

/** Started last, one of these would run alone while the other workers are idle. */
const LONG_FILES = ['/generated/fuzz.', '/generated/access-matrix.', '/processes/'];

function placeOf({ moduleId }: TestSpecification): number {
  const found = LONG_FILES.findIndex((part) => moduleId.includes(part));
  return found === -1 ? LONG_FILES.length : found;
}

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongOnesFirst },
    reporters: stage ? ['default', ['json', { outputFile: `.cache/vitest-${stage}.json` }]] : ['default'],
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/**/*.test.ts'],
          setupFiles: [PROPERTY_TESTS],
          ...PURE,
        },
      },
      {
        test: {
          name: 'server',
          include: included(),
          exclude: [...configDefaults.exclude, ...excluded()],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: [PROPERTY_TESTS],
          pool: 'forks',
          maxWorkers: WORKERS,
          // One load of the server's modules serves every file of a worker: what they keep is never an installation's.
          isolate: false,
          // Processes that tests start are loaded from what the first of them compiled: half of the work of starting one.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
          ...AGAINST_HANGS,
        },
      },
      {
        test: {
          name: 'simulator',
          include: ['apps/simulator/**/*.test.ts'],
          setupFiles: [PROPERTY_TESTS],
          ...AGAINST_HANGS,
          maxWorkers: WORKERS,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...PURE } },
      { test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], environment: 'node', ...PURE } },
    ],
  },
});
