import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Row {
  readonly what: string;
  readonly figures: readonly string[];
  readonly ratio: string;
}

const RESULTS = join(import.meta.dirname, '../results.md');
const HEAD = `# Benchmark results

Printed and kept by \`npm run bench\`. Ratios were measured in one run and can be compared; absolute figures
belong to the machine named above them.
`;

/** Prints the figures as a table and stores them, newest first. A skipped benchmark keeps its stored figures. */
export async function report(title: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const lines = [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${machine}`,
    '',
    '| what | figures | ratio |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.what} | ${row.figures.join('<br>')} | ${row.ratio} |`),
    '',
  ];
  process.stdout.write(`\n${lines.join('\n').replaceAll('<br>', ' · ')}\n`);
  const before = await readFile(RESULTS, 'utf8').catch(() => HEAD);
  const sections = before.slice(HEAD.length).split(/^(?=## )/m);
  const kept = sections.filter((section) => section.trim() !== '' && !section.startsWith(`## ${title}\n`));
  await writeFile(
    RESULTS,
    `${HEAD}\n${[lines.join('\n'), ...kept.map((section) => section.trim())].join('\n\n').trim()}\n`,
  );
}
