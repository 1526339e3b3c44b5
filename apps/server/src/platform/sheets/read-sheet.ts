import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-queue.ts';
import type { SheetOutcome, SheetTask } from './sheet-reading.ts';

const WITHIN_MS = 8_000;
const MEMORY_MAX_MB = 256;
/** For all accounts together; the limit of one account is `importsAtOnce`. */
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
 * Reads an uploaded xlsx, xls or csv file, in a worker thread with limits on time and memory, so that a
 * malicious file does no harm. Files of several accounts are read in turn.
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
