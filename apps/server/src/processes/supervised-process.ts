import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { backoffMs } from '@airloom/contract/backoff';
import type { Logger } from '../platform/log.ts';

const STOP_MS = 5_000;

export interface SupervisedProcessOptions {
  /** Its name in the log. */
  readonly name: string;
  /** A program of this repository and its arguments. */
  readonly command: readonly string[];
  readonly log: Logger;
  /** Pause before a restart: the first, and the longest. Doubled each time it exits soon. */
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
}

/**
 * A child process that is restarted, after a pause, when it exits by itself. It ends with this process,
 * because its standard input closes.
 */
export class SupervisedProcess {
  readonly #options: SupervisedProcessOptions;
  #child: ChildProcess;
  #startedAt = 0;
  /** Restarts since it last ran for long. */
  #restarts = 0;
  #again: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
    this.#child = this.#start();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** To its standard input; lost while it is not running. */
  write(text: string): void {
    if (this.#child.stdin?.writable === true) this.#child.stdin.write(text);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#again !== null) clearTimeout(this.#again);
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  }

  #start(): ChildProcess {
    const { name, command, log } = this.#options;
    this.#startedAt = performance.now();
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stderr.on('data', (text: Buffer) =>
      log.error({ said: text.toString().slice(0, 500) }, `${name} complains`),
    );
    child.once('error', (error) => {
      log.error({ err: error }, `${name} cannot start`);
      // A process that never started emits no exit event.
      if (child.pid === undefined) this.#startLater();
    });
    child.once('exit', (exitCode, signal) => {
      if (this.#stopping) return;
      log.error({ exitCode, signal }, `${name} ended by itself`);
      this.#startLater();
    });
    // Its pipe breaks when it exits by itself; that must not end this process.
    child.stdin.on('error', () => undefined);
    return child;
  }

  #startLater(): void {
    if (this.#stopping) return;
    const { pauseMs, pauseMaxMs } = this.#options;
    if (performance.now() - this.#startedAt > pauseMaxMs) this.#restarts = 0;
    const pause = backoffMs({ firstMs: pauseMs, maxMs: pauseMaxMs }, this.#restarts);
    this.#restarts += 1;
    this.#again = setTimeout(() => {
      this.#again = null;
      this.#child = this.#start();
    }, pause);
  }
}
