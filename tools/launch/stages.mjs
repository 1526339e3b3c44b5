import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import { npm } from './npm.mjs';
import { cache, Failure, root } from './project.mjs';

/**
 * @typedef {object} Tools
 * @property {string} node
 * @property {string | undefined} browser
 * @property {boolean} externalPostgres whether the tests run on one too
 */

/**
 * One part of the tests: a command, unless there is a reason why it cannot run here.
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} title
 * @property {(tools: Tools) => import('./child.mjs').Command} command
 * @property {(tools: Tools) => NodeJS.ProcessEnv} [environment]
 * @property {(tools: Tools) => string | undefined} [skipReason]
 * @property {string} [needs] a stage without which it is of no use
 * @property {{ file: string, counts: (report: unknown) => import('./counts.mjs').Counts }} [report]
 */

const module = (/** @type {string[]} */ ...path) => join(root, 'node_modules', ...path);
const vitest = module('vitest', 'vitest.mjs');
const playwright = module('@playwright', 'test', 'cli.js');
const checks = join(root, 'tools', 'checks', 'run.ts');
const browserReport = join(cache, 'playwright.json');

/** @type {Stage[]} Cheap ones first. */
export const STAGES = [
  { name: 'lint', title: 'lint', command: () => npm('run', '--silent', 'lint') },
  { name: 'types', title: 'types', command: () => npm('run', '--silent', 'typecheck') },
  {
    name: 'checks',
    title: 'checks',
    command: ({ node }) => [node, checks],
    skipReason: () => (existsSync(checks) ? undefined : 'tools/checks/run.ts does not exist'),
  },
  {
    name: 'build',
    title: 'build',
    command: () => [process.execPath, join(root, 'tools', 'launch', 'build.mjs')],
  },
  {
    name: 'size',
    title: 'size of the pages',
    needs: 'build',
    command: ({ node }) => [node, join(root, 'apps', 'web', 'size-budget.ts')],
  },
  {
    name: 'unit',
    title: 'unit + api',
    command: ({ node }) => [node, vitest, 'run'],
    environment: ({ externalPostgres }) => ({
      AIRLOOM_REPORT: 'unit',
      ...(externalPostgres ? { AIRLOOM_EXTERNAL_FOLLOWS: 'yes' } : {}),
    }),
    report: { file: join(cache, 'vitest-unit.json'), counts: vitestCounts },
  },
  {
    name: 'external',
    title: 'api on external PostgreSQL',
    command: ({ node }) => [node, vitest, 'run', '--project', 'server'],
    environment: () => ({ AIRLOOM_REPORT: 'external', AIRLOOM_TEST_DATABASE: 'external' }),
    skipReason: ({ externalPostgres }) =>
      externalPostgres ? undefined : 'no PostgreSQL server is installed on this system',
    report: { file: join(cache, 'vitest-external.json'), counts: vitestCounts },
  },
  {
    name: 'browser',
    title: 'browser',
    needs: 'build',
    command: ({ node }) => [
      node,
      playwright,
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
    ],
    environment: ({ browser }) => ({
      AIRLOOM_TEST_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    }),
    report: { file: browserReport, counts: playwrightCounts },
  },
];

/**
 * The stages named and those they need, or all of them.
 * @param {string[]} names
 */
export function chooseStages(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map((stage) => stage.name).join(', ');
    throw new Failure(`There is no stage ${unknown.join(', ')}; the stages are ${known}.`);
  }
  if (names.length === 0) return STAGES;
  const named = STAGES.filter((stage) => names.includes(stage.name));
  return STAGES.filter((stage) =>
    named.some(({ name, needs }) => name === stage.name || needs === stage.name),
  );
}
