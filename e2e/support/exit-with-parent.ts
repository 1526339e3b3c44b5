/**
 * Preloaded into the console process. Its standard input is a pipe from the test process, which closes even when that
 * process is killed. The console then exits and deletes its data.
 */
import { rmSync } from 'node:fs';

process.stdin.once('close', () => {
  const { DATA_DIR } = process.env;
  process.once('exit', () => {
    if (DATA_DIR !== undefined) rmSync(DATA_DIR, { recursive: true, force: true });
  });
  process.kill(process.pid, 'SIGTERM');
});
process.stdin.resume();
if ('unref' in process.stdin) process.stdin.unref();
