import { AsyncLocalStorage } from 'node:async_hooks';

/** The call on whose behalf a piece of work runs: it decides which share of the database the work may take. */
export interface CurrentCall {
  /** Connections go to accounts in turn. */
  readonly account: string;
  /** How long one statement may take; null for the usual limit. */
  readonly statementMaxMs: number | null;
}

interface Running extends CurrentCall {
  isOver: boolean;
}

const storage = new AsyncLocalStorage<Running | undefined>();

/** Runs `work` as part of a call. What it starts and does not wait for is background work once the call has ended. */
export async function runInCall<T>(call: CurrentCall, work: () => Promise<T>): Promise<T> {
  const running: Running = { ...call, isOver: false };
  try {
    return await storage.run(running, work);
  } finally {
    running.isOver = true;
  }
}

/** Runs `work` by the limits of background work although a call started it. */
export function runOutsideCall<T>(work: () => T): T {
  return storage.run(undefined, work);
}

export function currentCall(): CurrentCall | undefined {
  const running = storage.getStore();
  return running?.isOver === false ? running : undefined;
}
