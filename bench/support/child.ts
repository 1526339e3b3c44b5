import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { stopAtEnd, temporaryFolder } from './cleanup.ts';

export interface Child {
  readonly port: number;
  /** Port for devices; 0 without a device gateway. */
  readonly gatewayPort: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const PROCESSES = join(import.meta.dirname, '../../apps/server/src/processes');
const READY = /^port \d+$|Ctrl-C stops it|^\d+\/\d+ connected/;
const PORT = /^port (\d+)$|ready: http:\/\/localhost:(\d+)/m;
const GATEWAY_PORT = /wss:\/\/[^\s:]+:(\d+)|devices connect to port (\d+)/;
const STOP_MS = 30_000;

/** Runs a program with this Node and resolves once it is ready. */
export async function child(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Child> {
  // The input pipe closes when this process ends in any way; child processes that watch it exit then.
  const running = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.stdin.on('error', () => undefined);
  const exited = once(running, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.kill(signal);
    const forceKill = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(forceKill);
  };
  const stop = stopAtEnd(() => end('SIGTERM'));
  const lines: string[] = [];
  for await (const line of createInterface({ input: running.stdout })) {
    lines.push(line);
    if (!READY.test(line)) continue;
    running.stdout.resume();
    const output = lines.join('\n');
    return {
      port: numberIn(output, PORT),
      gatewayPort: numberIn(output, GATEWAY_PORT),
      pid: running.pid ?? 0,
      stop,
      kill: () => end('SIGKILL'),
    };
  }
  await stop();
  throw new Error(`${program} ended before it was ready:\n${lines.join('\n')}`);
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  return Number(found?.[1] ?? found?.[2] ?? 0);
}

const LOOPBACK = {
  HOST: '127.0.0.1',
  PORT: '0',
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: '0',
  LOG_LEVEL: 'silent',
  AIRLOOM_DEMO: 'off',
  // Accounts are made before the first start.
  ACCEPT_NEW_KEYS: 'unrecorded',
};

/** The real console on loopback, with a data folder of its own unless one is given. */
export async function startConsole(env: Readonly<Record<string, string>>): Promise<Child> {
  const DATA_DIR = env.DATA_DIR ?? (await temporaryFolder());
  return child(join(PROCESSES, 'console.ts'), [], { ...LOOPBACK, DATA_DIR, ...env });
}

/** A gateway process with the settings of a console. */
export async function startGateway(env: Readonly<Record<string, string>>): Promise<Child> {
  const port = await freePort();
  const running = await child(join(PROCESSES, 'gateway.ts'), [], { ...LOOPBACK, PORT: String(port), ...env });
  return { ...running, port };
}

/** A gateway that only reads frames; `file` is the recording. */
export function startBareGateway(
  dataDir: string,
  mode: 'forget' | 'acknowledge' | 'record',
  { gatewayPort = 0, file = '' }: { readonly gatewayPort?: number; readonly file?: string } = {},
): Promise<Child> {
  return child(join(import.meta.dirname, 'bare-gateway.ts'), [dataDir, String(gatewayPort), mode, file]);
}
