const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const servers = new Set<() => void>();

/**
 * However this process ends, short of kill -9, its servers are asked to stop. A signal that the application
 * handles itself is left to it; it stops the server in its own order, or at the latest on exit.
 */
export function interruptAtProcessEnd(interrupt: () => void): () => void {
  if (servers.size === 0) {
    process.on('exit', interruptAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  servers.add(interrupt);
  return () => {
    if (servers.delete(interrupt) && servers.size === 0) disarm();
  };
}

function disarm(): void {
  process.off('exit', interruptAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function interruptAll(): void {
  for (const interrupt of servers) interrupt();
}

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  interruptAll();
  disarm();
  process.kill(process.pid, signal);
}
