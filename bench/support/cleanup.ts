import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const running = new Set<() => Promise<void>>();
let interrupted = false;

/** Registers a stop function, which runs once: when called, or at the latest when the benchmarks end. */
export function stopAtEnd(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const once = (): Promise<void> => {
    stopping ??= stop().finally(() => running.delete(once));
    return stopping;
  };
  running.add(once);
  return once;
}

/** A folder that is deleted when the benchmarks end. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom-bench-'));
  stopAtEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the benchmarks and stops everything they started, also on interruption. */
export async function runWithCleanup(work: () => Promise<void>): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    await work();
  } catch (error) {
    // Interrupted work fails because its processes are stopped: not reported.
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

/** In reverse order of start: later processes depend on earlier ones. */
async function stopAll(): Promise<void> {
  for (const stop of [...running].toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
}
