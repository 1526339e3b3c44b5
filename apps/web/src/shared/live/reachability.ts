import { backoffMs } from '@airloom/contract/backoff';
import { connectionLost, connectionUp } from './connection-state.ts';
import { RECONNECT } from './reconnect.ts';

const PROBE = '/healthz';
const PROBE_TIMEOUT_MS = 5_000;
/** A person waits: probed more often than the live connection is opened. */
const PROBES = { ...RECONNECT, maxMs: 5_000 };

/** Whether the server answers now. Changes nothing there. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const response = await fetch(PROBE, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

const listeners = new Set<() => void>();

/** Calls back when the server was out of reach and answers again. The answer of this call ends it. */
export function onReachable(run: () => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

let waiting: Promise<void> | null = null;

async function probe(): Promise<void> {
  let attempt = 0;
  for (; !(await isServerReachable()); attempt += 1) {
    connectionLost('calls');
    await new Promise((resolve) => setTimeout(resolve, backoffMs(PROBES, attempt)));
  }
  connectionUp('calls');
  if (attempt > 0) for (const run of listeners) run();
}

/** Resolves once the server answers; meanwhile the connection counts as lost. */
export function untilServerReachable(): Promise<void> {
  waiting ??= probe().finally(() => {
    waiting = null;
  });
  return waiting;
}
