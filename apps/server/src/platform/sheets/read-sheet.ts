import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import type { SheetOutcome, SheetTask } from './sheet-reading.ts';

const WITHIN_MS = 20_000;
const MEMORY_MAX_MB = 256;
const AT_ONCE_MAX = 2;

let running = 0;

/**
 * Reads an xlsx, xls or csv file somebody uploaded. In a thread of its own with bounds on time and memory: a
 * file made to hurt hurts nobody else.
 */
export async function readSheetSafely(task: SheetTask): Promise<SheetOutcome> {
  if (running >= AT_ONCE_MAX) throw new Failure('tooManyRequests');
  running += 1;
  const worker = new Worker(new URL('./sheet-reading.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  try {
    const [outcome] = await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
    return outcome;
  } catch {
    // Out of time or memory, which no honest file of the size allowed is.
    return 'unreadable';
  } finally {
    running -= 1;
    await worker.terminate();
  }
}
