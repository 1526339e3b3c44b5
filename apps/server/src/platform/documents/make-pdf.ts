import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairSlots } from '../fair-slots.ts';
import type { PdfDocument } from './document.ts';

const WITHIN_MS = 240_000;
const MEMORY_MAX_MB = 512;
/** For all accounts together. */
const slots = new FairSlots(1);

/**
 * Writes a PDF in a worker thread with limits on time and memory, so that calls and devices do not wait for its layout.
 * Documents of several accounts are written in turn.
 */
export function makePdf(account: string, document: PdfDocument): Promise<Buffer> {
  return slots.run(account, async () => {
    const worker = new Worker(new URL('./pdf-writing.ts', import.meta.url), {
      workerData: document,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    });
    try {
      const [bytes]: Uint8Array[] = await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
      if (bytes === undefined) throw new Error('The thread that writes PDFs sent nothing');
      return Buffer.from(bytes);
    } finally {
      await worker.terminate();
    }
  });
}
