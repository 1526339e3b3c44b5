import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

function readFiles(root: string, patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Tests and what only tests use: `*.test.ts` and everything in a folder called `testing`. */
export function isTestCode(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
}

export function readSources(root: string): SourceFile[] {
  return readFiles(root, ['apps/*/src/**/*.{ts,tsx}', 'packages/*/*.ts', 'packages/*/src/**/*.{ts,tsx}']);
}

export function readShippedSources(root: string): SourceFile[] {
  return readSources(root).filter((file) => !isTestCode(file.path));
}

export function readEveryTypeScriptFile(root: string): SourceFile[] {
  return readFiles(root, ['{apps,packages,tools,e2e,bench}/**/*.{ts,tsx}', '*.ts']);
}
