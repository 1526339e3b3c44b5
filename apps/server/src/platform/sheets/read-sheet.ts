import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairSlots } from '../fair-slots.ts';
import type { SheetOutcome, SheetTask } from './sheet-reading.ts';

const WITHIN_MS = 8_000;
const MEMORY_MAX_MB = 256;
/** For all accounts together; the limit of one account is `importsAtOnce`. */
const slots = new FairSlots(2);

/**
 * Reads an uploaded xlsx, xls or csv file, in a worker thread with limits on time and memory, so that a
 * malicious file does no harm. Files of several accounts are read in turn.
 */
export function readSheetSafely(account: string, task: SheetTask): Promise<SheetOutcome> {
  return slots.run(account, async () => {
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
    }
  });
}
