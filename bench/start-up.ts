import { startConsole } from './support/child.ts';
import { temporaryFolder } from './support/cleanup.ts';
import type { Row } from './support/report.ts';

const WARM_RUNS = 5;

/** From starting the process to the first page, with a new and with an existing data folder. */
export async function startUp(): Promise<Row[]> {
  const folder = await temporaryFolder();
  const cold = await once(folder);
  const warm: number[] = [];
  for (let run = 0; run < WARM_RUNS; run += 1) warm.push(await once(folder));
  warm.sort((a, b) => a - b);
  const median = warm[Math.floor(WARM_RUNS / 2)] ?? 0;
  return [
    {
      what: 'First start: database made, migrated, demo filled',
      figures: [seconds(cold)],
      ratio: `${(cold / median).toFixed(1)}× warm`,
    },
    { what: `Warm start, median of ${WARM_RUNS}`, figures: [seconds(median)], ratio: '1×' },
  ];
}

async function once(dataDir: string): Promise<number> {
  const began = performance.now();
  const running = await startConsole({ DATA_DIR: dataDir, AIRLOOM_DEMO: 'on' });
  const page = await fetch(`http://127.0.0.1:${running.port}/login`);
  await page.text();
  const took = performance.now() - began;
  await running.stop();
  if (!page.ok) throw new Error(`The first page answered ${page.status}`);
  return took;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s to the first page`;
}
