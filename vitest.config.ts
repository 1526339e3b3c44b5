import { defineConfig } from 'vitest/config';

const stage = process.env['AIRLOOM_REPORT'];

export default defineConfig({
  test: {
    reporters: stage ? ['default', ['json', { outputFile: `.cache/vitest-${stage}.json` }]] : ['default'],
    projects: [
      { test: { name: 'contract', include: ['packages/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
      { test: { name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'], environment: 'node' } },
    ],
  },
});
