import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';
import type { SheetOutcome, SheetTask } from './sheet-reading.ts';

const WITHIN_MS = 8_000;
const MEMORY_MAX_MB = 256;
/** For all accounts together; how many an account has on the way is bounded by `importsAtOnce`. */
const AT_ONCE_MAX = 2;

let running = 0;
const waiting = new FairQueue<() => void>();

async function takeSlot(account: string): Promise<void> {
  if (running < AT_ONCE_MAX) {
    running += 1;
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = (): void => {
    waiting.delete(account, start);
    resolve();
  };
  waiting.add(account, start);
  await promise;
}

/** The slot goes to the account whose turn it is. */
function freeSlot(): void {
  const next = waiting.first();
  if (next === undefined) running -= 1;
  else next();
}

/**
 * Reads an xlsx, xls or csv file somebody uploaded. In a thread of its own with bounds on time and memory: a
 * file made to hurt hurts nobody else. Those of several accounts are read in turn.
 */
export async function readSheetSafely(account: string, task: SheetTask): Promise<SheetOutcome> {
  await takeSlot(account);
  const worker = new Worker(new URL('./sheet-reading.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  try {
    const [outcome] = await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
    return outcome;
  } catch {
    // Out of time or memory.
    return 'tooLarge';
  } finally {
    await worker.terminate();
    freeSlot();
  }
}
