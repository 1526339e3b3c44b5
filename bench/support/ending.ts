import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const running = new Set<() => Promise<void>>();
let interrupted = false;

/** What is started has to be stopped, by whoever started it or at the latest when the benchmarks end. */
export function untilEnd(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const once = (): Promise<void> => {
    stopping ??= stop().finally(() => running.delete(once));
    return stopping;
  };
  running.add(once);
  return once;
}

/** A folder that goes with the benchmarks. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom-bench-'));
  untilEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the benchmarks; nothing they started outlives them, not even when they are interrupted. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    await work();
  } catch (error) {
    // What was stopped under its hands fails; that is no news.
    if (!interrupted) process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = 1;
  } finally {
    await stopAll();
  }
}

function interrupt(): void {
  if (interrupted) process.exit(1);
  interrupted = true;
  void stopAll().finally(() => process.exit(1));
}

/** What was started last depends on what was started first. */
async function stopAll(): Promise<void> {
  for (const stop of [...running].toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
}
