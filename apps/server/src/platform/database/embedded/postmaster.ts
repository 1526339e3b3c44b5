import { atProcessEnd } from './process-end.ts';
import { cannotRun, type Installation, startProgram } from './program.ts';

const READY = 'ready to accept connections';
/** Messages of the server before it is ready: recovery after a crash can take long. */
const PROGRESS = /recovery in progress|elapsed time/;
const FAST_SHUTDOWN_MS = 10_000;

export interface Postmaster {
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Resolves once the server accepts connections. */
export async function startPostmaster(
  installation: Installation,
  clusterDir: string,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<Postmaster> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { process: server, messages } = startProgram(
    installation,
    'postgres',
    clusterDir,
    args,
    // A separate process group: Ctrl-C in a terminal must reach the application first, which stops the server.
    { detached: true },
  );
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  const output: string[] = [];
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const interrupt = () => {
    phase = 'stopping';
    server.kill('SIGINT');
  };
  const disarm = atProcessEnd(interrupt);
  server.once('close', disarm);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotRun('postgres', installation, error)));
    server.once('close', () =>
      reject(new Error(`PostgreSQL did not start on ${clusterDir}:\n${output.join('\n')}`)),
    );
    messages.on('line', (line) => {
      if (phase === 'running' || (phase === 'starting' && PROGRESS.test(line))) log(line);
      if (phase !== 'starting') return;
      output.push(line);
      if (line.includes(READY)) {
        phase = 'running';
        resolve();
      }
    });
  });
  return {
    exited,
    async stop() {
      interrupt();
      const impatience = setTimeout(() => {
        log('PostgreSQL takes long to stop; ending it at once, it will recover at the next start');
        server.kill('SIGQUIT');
      }, FAST_SHUTDOWN_MS);
      await exited;
      clearTimeout(impatience);
    },
  };
}
