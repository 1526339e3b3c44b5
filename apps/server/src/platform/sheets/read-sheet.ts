import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import type { SheetOutcome, SheetTask } from './sheet-reading.ts';

const WITHIN_MS = 8_000;
const MEMORY_MAX_MB = 256;
/** For all accounts together; each account has slots of its own (`importsAtOnce`). */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 6;

let running = 0;
const waiting: (() => void)[] = [];

async function takeSlot(): Promise<void> {
  if (running < AT_ONCE_MAX) {
    running += 1;
    return;
  }
  if (waiting.length >= WAITING_MAX) throw new Failure('tooManyRequests');
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  await promise;
}

/** The slot goes to who has waited longest. */
function freeSlot(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/**
 * Reads an xlsx, xls or csv file somebody uploaded. In a thread of its own with bounds on time and memory: a
 * file made to hurt hurts nobody else.
 */
export async function readSheetSafely(task: SheetTask): Promise<SheetOutcome> {
  await takeSlot();
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
