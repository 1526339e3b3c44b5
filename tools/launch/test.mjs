import './check-node.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { runInFront } from './child.mjs';
import { countsLine, stageCounts, sum } from './counts.mjs';
import { ensureExternalPostgresInCi, hasExternalPostgres } from './external-postgres.mjs';
import { failuresIn } from './failures.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureNatsInCi } from './nats.mjs';
import { environmentOf, pinnedNode } from './pinned-node.mjs';
import { elapsed } from './progress.mjs';
import { cache, main, root } from './project.mjs';
import { makeScratch } from './scratch.mjs';
import { chooseStages } from './stages.mjs';

/**
 * @typedef {import('./stages.mjs').Stage} Stage
 * @typedef {import('./stages.mjs').Tools} Tools
 * @typedef {{ title: string, outcome: string, took: string, counts: import('./counts.mjs').Counts, failures: string[] }} Result
 */

await main(async () => {
  const named = process.argv.slice(2);
  // The long run has more of what the normal run has: see docs/testing.md.
  const isLong = named.includes('--long');
  const stages = chooseStages(named.filter((name) => name !== '--long'));
  const wanted = (/** @type {string} */ name) => stages.some((stage) => stage.name === name);
  await ensureInstalled();
  if (wanted('external')) await ensureExternalPostgresInCi();
  if (wanted('unit') || wanted('external')) await ensureNatsInCi();
  const tools = {
    node: pinnedNode(),
    browser: wanted('browser') ? await ensureBrowser() : undefined,
    externalPostgres: wanted('external') && hasExternalPostgres(),
  };
  mkdirSync(cache, { recursive: true });

  /** @type {Result[]} */
  const results = [];
  const scratch = makeScratch();
  for (const stage of stages)
    results.push(
      await run(stage, tools, { TMPDIR: scratch, ...(isLong ? { AIRLOOM_TEST_LENGTH: 'long' } : {}) }),
    );

  for (const { title, failures } of results) {
    for (const failure of failures) console.log(`\nfailed: ${title}: ${failure}`);
  }
  console.log('');
  for (const { title, outcome, took, counts } of results) {
    console.log(`${outcome.padEnd(8)} ${title.padEnd(27)} ${took.padStart(12)}   ${countsLine(counts)}`);
  }
  const total = sum(results.map((result) => result.counts));
  console.log(`\n${countsLine(total)}`);
  return total.failed === 0 ? 0 : 1;
});

/**
 * @param {Stage} stage
 * @param {Tools} tools
 * @param {NodeJS.ProcessEnv} shared
 * @returns {Promise<Result>}
 */
async function run(stage, tools, shared) {
  const { title } = stage;
  console.log(`\n━━━ ${title} ${'━'.repeat(72 - title.length)}`);
  const reason = stage.skipReason?.(tools);
  if (reason) {
    console.log(`!!! SKIPPED: ${title} did not run, because ${reason}`);
    return {
      title,
      outcome: 'skipped',
      took: '',
      counts: { passed: 0, failed: 0, skipped: 1 },
      failures: [],
    };
  }
  if (stage.report) rmSync(stage.report.file, { force: true });
  const began = performance.now();
  const env = { ...environmentOf(tools.node), ...shared, ...stage.environment?.(tools) };
  const { code, interrupted } = await runInFront(stage.command(tools), { cwd: root, env });
  if (interrupted) process.exit(code || 1);
  const took = elapsed(performance.now() - began);
  const outcome = code === 0 ? 'passed' : 'failed';
  console.log(`━━━ ${title}: ${outcome} in ${took}`);
  const report = readReport(stage);
  const tests = report === undefined ? undefined : stage.report?.counts(report);
  const named = failuresIn(report);
  const failures = code !== 0 && named.length === 0 ? ['see above'] : named;
  return { title, outcome, took, counts: stageCounts(code === 0, tests), failures };
}

/** @returns {unknown} */
function readReport(/** @type {Stage} */ { report }) {
  return report && existsSync(report.file) ? JSON.parse(readFileSync(report.file, 'utf8')) : undefined;
}
