/** Time between two refreshes: quick enough to feel live, slow enough for thousands of messages a second. */
export const FLUSH_MS = 250;

interface Clock {
  set(run: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

const browserClock: Clock = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(Number(handle)),
};

export interface LiveBatch<T> {
  add(name: string, payload: T): void;
  stop(): void;
}

/** Collects messages by name and hands them over all at once, at most every {@link FLUSH_MS}. */
export function liveBatch<T>(
  flush: (pending: ReadonlyMap<string, readonly T[]>) => void,
  clock: Clock = browserClock,
): LiveBatch<T> {
  let pending = new Map<string, T[]>();
  let handle: unknown;
  return {
    add(name, payload) {
      const known = pending.get(name);
      if (known) known.push(payload);
      else pending.set(name, [payload]);
      handle ??= clock.set(() => {
        const due = pending;
        pending = new Map();
        handle = undefined;
        flush(due);
      }, FLUSH_MS);
    },
    stop() {
      if (handle !== undefined) clock.clear(handle);
      handle = undefined;
      pending.clear();
    },
  };
}
