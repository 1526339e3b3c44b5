import { readFileSync, writeFileSync } from 'node:fs';
import { allCalls } from '../../packages/contract/src/all-calls.ts';
import { type Comparison, compare, failuresOf, keep, type Owned } from './compare.ts';
import { readSpecification } from './specification.ts';

const OWNED_FILE = new URL('owned.json', import.meta.url);
/** Not written as an import: the web is type-checked apart, with a browser's types. */
const ALL_ROUTES_FILE = new URL('../../apps/web/src/app/all-routes.ts', import.meta.url);

async function readRoutePaths(): Promise<readonly string[]> {
  const { routePaths }: { routePaths: readonly string[] } = await import(ALL_ROUTES_FILE.href);
  return routePaths;
}

function readOwned(): Owned {
  return JSON.parse(readFileSync(OWNED_FILE, 'utf8'));
}

export async function compareWithProject(): Promise<Comparison> {
  const declared = { calls: Object.values(allCalls), routes: await readRoutePaths() };
  return compare(readSpecification(), declared, readOwned());
}

function printList(title: string, names: readonly string[]): void {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`);
}

function print(comparison: Comparison): void {
  const { owned, unowned, fresh } = comparison;
  console.log(`calls  ${owned.calls.length} of ${owned.calls.length + unowned.calls.length} have an owner`);
  console.log(
    `routes ${owned.routes.length} of ${owned.routes.length + unowned.routes.length} have an owner`,
  );
  printList('Calls without an owner yet', unowned.calls);
  printList('Routes without an owner yet', unowned.routes);
  printList('Newly owned; keep them with --accept', [...fresh.calls, ...fresh.routes]);
  printList('Wrong', failuresOf(comparison));
}

if (import.meta.main) {
  if (process.argv.includes('--accept')) {
    const kept = keep(readOwned(), await compareWithProject());
    writeFileSync(OWNED_FILE, `${JSON.stringify(kept, null, 2)}\n`);
  }
  const comparison = await compareWithProject();
  print(comparison);
  process.exitCode = failuresOf(comparison).length > 0 ? 1 : 0;
}
