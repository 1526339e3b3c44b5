import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CONSOLE = join(import.meta.dirname, '../../apps/server/src/processes/console.ts');
const EXIT_WITH_PARENT = new URL('./exit-with-parent.ts', import.meta.url).href;
const CLOCK = new URL('./clock.ts', import.meta.url).href;
const MESSAGE_WITHIN_MS = 60_000;
const POLL_MS = 50;

/** Consoles and simulators are loaded from what the first of them compiled: half of the work of starting one. */
export const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled') } as const;

/** Without a device gateway and therefore without the demo fleet; tests with devices override it. */
const DEFAULT_ENV = {
  HOST: '127.0.0.1',
  PORT: '0',
  GATEWAY_PORT: 'off',
  LOG_LEVEL: 'error',
  CONFIGURATION_HOLD_SECONDS: '2',
  OUTBOX_COUNTS_AS_SENT: 'on',
} as const;

interface Message {
  readonly target: string;
  readonly subject: string;
  readonly body: string;
}

/** The console as `npm start` runs it, with its own empty database. */
export interface TestServer {
  readonly url: string;
  /** Address for devices; null without a device gateway. */
  readonly gateway: string | null;
  readonly administrator: { readonly userName: string; readonly password: string };
  /** The newest outgoing message to a contact whose body matches; waits for it. */
  messageTo(target: string, matching?: RegExp): Promise<Message>;
  /** Advances the clock of the console. */
  advanceMinutes(minutes: number): void;
  /** Ends the console and keeps its data. */
  halt(): Promise<void>;
  /** Starts it again, at the same address, unless it runs. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airloom e2e '));
  const launch = (more: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, ['--import', EXIT_WITH_PARENT, '--import', CLOCK, CONSOLE], {
      env: { ...process.env, ...COMPILED, ...DEFAULT_ENV, DATA_DIR: dataDir, ...env, ...more },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  let child = launch();
  const halt = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const output = await untilReady(child);
  const find = (pattern: RegExp): string => {
    const found = pattern.exec(output)?.[1];
    if (found === undefined) throw new Error(`The console did not print ${pattern}:\n${output}`);
    return found;
  };
  const url = find(/ready: (\S+)/);
  const outbox = new URL(find(/(http\S+\/dev\/outbox\S+)/));
  outbox.pathname += '.json';
  return {
    url,
    gateway: /(wss:\S+)/.exec(output)?.[1] ?? null,
    administrator: { userName: find(/User name\s+(\S+)/), password: find(/Password\s+(\S+)/) },
    messageTo: (target, matching) => messageTo(outbox, target, matching),
    advanceMinutes: (minutes) => void child.stdin?.write(`${minutes}\n`),
    halt,
    resume: async () => {
      if (child.exitCode === null && child.signalCode === null) return;
      child = launch({ PORT: new URL(url).port });
      await untilReady(child);
    },
    stop: async () => {
      await halt();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The console has no output');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  return lines.join('\n');
}

async function messageTo(outbox: URL, target: string, matching = /./): Promise<Message> {
  const until = Date.now() + MESSAGE_WITHIN_MS;
  for (;;) {
    const response = await fetch(outbox);
    const messages = (await response.json()) as Message[];
    const message = messages.find(
      (candidate) => candidate.target === target && matching.test(candidate.body),
    );
    if (message) return message;
    if (Date.now() > until) throw new Error(`No message to ${target}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
