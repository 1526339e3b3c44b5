import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  readonly port: number;
  readonly pid: number;
  /** Everything it printed until it was ready. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

const CONSOLE = join(import.meta.dirname, '../apps/server/src/processes/console.ts');

/** Runs a program with this Node and resolves once it prints the port it listens on. */
export async function child(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const running = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(running, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: running.stdout })) {
    said.push(line);
    const port = /^port (\d+)$|ready: http:\/\/localhost:(\d+)/.exec(line);
    if (!port) continue;
    running.stdout.resume();
    return {
      port: Number(port[1] ?? port[2]),
      pid: running.pid ?? 0,
      said,
      stop: async () => {
        running.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`${program} ended before it listened:\n${said.join('\n')}`);
}

/** The real console on loopback and a data folder of its own. */
export async function startConsole(env: Readonly<Record<string, string>>): Promise<Child> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'airloom-bench-')));
  const running = await child(CONSOLE, [], {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    AIRLOOM_DEMO: 'off',
    DATA_DIR: dataDir,
    ...env,
  });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      if (env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
