import type { Postmaster } from './postmaster.ts';

/**
 * Starts the server, and restarts it when it crashes. A failure to do so is left unhandled on
 * purpose: it ends the process, which can do nothing without its database.
 */
export async function supervise(
  start: () => Promise<Postmaster>,
  log: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let server = await start();
  let stopping = false;
  const watch = async () => {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log('PostgreSQL ended unexpectedly; starting it again');
      server = await start();
      if (stopping) await server.stop();
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping = true;
      await server.stop();
      await watching;
    },
  };
}
