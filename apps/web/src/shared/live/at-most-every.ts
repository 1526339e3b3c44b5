/** Runs once this much later, however often it was asked for meanwhile. */
export function atMostEvery(ms: number, run: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      run();
    }, ms);
  };
}
