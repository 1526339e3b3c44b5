import { fileURLToPath } from 'node:url';
import type { Check, Outcome } from './check.ts';
import { docPaths } from './doc-paths.ts';
import { fileSize } from './file-size.ts';
import { imports } from './imports.ts';
import { literalText } from './literal-text.ts';
import { lockfile } from './lockfile.ts';
import { lockingSubqueries } from './locking-subqueries.ts';
import { messages } from './messages.ts';
import { nativeInputsCheck } from './native-inputs.ts';
import { specMap } from './spec-map.ts';
import { tableOwners } from './table-owners.ts';
import { unusedErrors } from './unused-errors.ts';

const CHECKS: readonly Check[] = [
  lockfile,
  imports,
  tableOwners,
  lockingSubqueries,
  literalText,
  nativeInputsCheck,
  messages,
  unusedErrors,
  specMap,
  fileSize,
  docPaths,
];

function print(name: string, { failures, warnings }: Outcome): void {
  console.log(`${failures.length > 0 ? '✘' : '✔'} ${name}`);
  for (const failure of failures) console.log(`    ${failure}`);
  for (const warning of warnings) console.log(`    warning: ${warning}`);
}

async function outcomeOf(check: Check, root: string): Promise<Outcome> {
  try {
    return await check.run(root);
  } catch (error) {
    return {
      failures: [`could not be run: ${error instanceof Error ? error.message : String(error)}`],
      warnings: [],
    };
  }
}

/** How many checks failed. One that breaks down has not passed. */
export async function runChecks(checks: readonly Check[], root: string): Promise<number> {
  let failed = 0;
  for (const check of checks) {
    const outcome = await outcomeOf(check, root);
    print(check.name, outcome);
    if (outcome.failures.length > 0) failed += 1;
  }
  console.log(failed === 0 ? 'All checks pass.' : `${failed} of ${checks.length} checks fail.`);
  return failed;
}

if (import.meta.main) {
  const failed = await runChecks(CHECKS, fileURLToPath(new URL('../../', import.meta.url)));
  process.exitCode = failed === 0 ? 0 : 1;
}
