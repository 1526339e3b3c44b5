import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

/** Where Debian puts it, and where others do. */
const PROGRAM = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find((file) =>
  existsSync(file),
);

export const hasInstalledNats = PROGRAM !== undefined;

/** Logs that tests which need it are skipped. */
export function needsInstalledNats(what: string): boolean {
  if (!hasInstalledNats)
    process.stderr.write(
      `!!! SKIPPED: ${what} did not run, because no nats-server is installed on this system\n`,
    );
  return hasInstalledNats;
}

/** A NATS server of the test, which can be stopped and restarted on the same port. */
export class InstalledNats {
  readonly port: number;
  readonly #arguments: readonly string[];
  #server: ChildProcess | null = null;

  private constructor(port: number, more: readonly string[]) {
    this.port = port;
    this.#arguments = ['--addr', '127.0.0.1', '--port', String(port), ...more];
  }

  static async start(...more: readonly string[]): Promise<InstalledNats> {
    const nats = new InstalledNats(await freePort(), more);
    await nats.start();
    return nats;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    if (PROGRAM === undefined) throw new Error('No nats-server is installed');
    const server = spawn(PROGRAM, this.#arguments, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#server = server;
    for await (const line of createInterface({ input: server.stderr })) {
      if (line.includes('Server is ready')) break;
    }
    server.stderr.resume();
    if (server.exitCode !== null) throw new Error(`nats-server ended with ${server.exitCode}`);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
}
