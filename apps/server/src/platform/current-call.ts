import { AsyncLocalStorage } from 'node:async_hooks';

/** The call a piece of work runs for: it decides which share of the database connections the work may use. */
export interface CurrentCall {
  /** Accounts get connections in turn. */
  readonly account: string;
  /** How long one statement may take; null for the default limit. */
  readonly statementMaxMs: number | null;
}

interface Running extends CurrentCall {
  isOver: boolean;
}

const storage = new AsyncLocalStorage<Running | undefined>();

/** Runs `work` as part of a call. What it starts without awaiting is background work once the call has ended. */
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
