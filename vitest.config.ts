import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const stage = process.env['AIRLOOM_REPORT'];
const external = process.env['AIRLOOM_TEST_DATABASE'] === 'external';

/** The same on any PostgreSQL, and long. */
const NOT_ABOUT_THE_DATABASE = [
  '**/platform/database/embedded/**',
  '**/generated/{access-matrix,api-keys,fuzz,reach,two-tenants}.test.ts',
  '**/*crash.test.ts',
  '**/processes/{blackout,demo-fleet,flapping-site}.test.ts',
  '**/firmware/campaigns/simulated-upgrades.api.test.ts',
  '**/identity/sign-in/wechat.api.test.ts',
  '**/doors/gateway/connection/hostile-{device,frames}.api.test.ts',
  '**/doors/console/operation-log.api.test.ts',
];

/** Gateways beside a console share a database, which is then an external one. */
const SEVERAL_PROCESSES = '**/processes/several-processes*.test.ts';

function excluded(): string[] {
  if (external) return NOT_ABOUT_THE_DATABASE;
  return process.env['AIRLOOM_EXTERNAL_FOLLOWS'] === undefined ? [] : [SEVERAL_PROCESSES];
}

/** Much of the time is spent waiting for processes that die and devices that come back. */
const WORKERS = 4;

/** They end what hangs. On a busy machine real servers and databases may take ten times as long. */
const AGAINST_HANGS = { testTimeout: 180_000, hookTimeout: 180_000 } as const;

/** Many small files that leave nothing behind: loading everything anew for each took longer than all they do. */
const PURE = { isolate: false, maxWorkers: WORKERS } as const;

/** Whoever begins with one of these when the others are done keeps everybody waiting. */
const LONG = ['/generated/fuzz.', '/generated/access-matrix.', '/processes/'];

function placeOf({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((part) => moduleId.includes(part));
  return found === -1 ? LONG.length : found;
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
      { test: { name: 'contract', include: ['packages/**/*.test.ts'], ...PURE } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...excluded()],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
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
          ...AGAINST_HANGS,
          maxWorkers: WORKERS,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], ...PURE } },
      { test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], environment: 'node', ...PURE } },
    ],
  },
});
