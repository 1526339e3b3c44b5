/** Whoever waits for an answer longer asks less often, so that nobody keeps the server busy by looking. */
const PAUSE_FACTOR = 5;
/** An answer that hung must not keep a page from following for long once answers come again. */
const PAUSE_MAX_MS = 30_000;

/** Runs once this much later, however often it was asked for meanwhile; after a slow answer it takes a longer pause. */
export function atMostEvery(ms: number, run: () => Promise<unknown>): () => void {
  let waiting = false;
  let pause = ms;
  async function go(): Promise<void> {
    waiting = false;
    const began = performance.now();
    await run();
    pause = Math.max(ms, Math.min(PAUSE_MAX_MS, (performance.now() - began) * PAUSE_FACTOR));
  }
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => void go(), pause);
  };
}
