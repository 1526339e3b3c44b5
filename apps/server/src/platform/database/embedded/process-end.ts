const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const actions = new Set<() => void>();

/**
 * Runs a function however this process ends, except by kill -9. A signal that the application handles itself is
 * left to it: it stops the server in its own order, or at the latest on exit.
 */
export function atProcessEnd(action: () => void): () => void {
  if (actions.size === 0) {
    process.on('exit', doAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) disarm();
  };
}

function disarm(): void {
  process.off('exit', doAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function doAll(): void {
  for (const action of actions) action();
}

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  doAll();
  disarm();
  process.kill(process.pid, signal);
}
