/**
 * Loaded into the console before itself. Its input is a pipe from the walk that opened it, which closes however
 * the walk ends, killed ones too: then the console ends as well, and takes its data along.
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
