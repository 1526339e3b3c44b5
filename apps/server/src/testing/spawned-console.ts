import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import pg from 'pg';
import { vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { WITHIN } from './within.ts';

const PROCESSES = join(import.meta.dirname, '../processes');
const READY = 'Ctrl-C';

export interface Spawned {
  readonly process: ChildProcess;
  /** Its output until it was ready, or ended. */
  readonly output: string;
}

/** A process as an operator starts it; resolves when it is ready, or has ended. */
export async function spawnProcess(
  name: 'console' | 'gateway',
  env: Readonly<Record<string, string>>,
): Promise<Spawned> {
  const child = spawn(process.execPath, [join(PROCESSES, `${name}.ts`)], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes(READY)) break;
  }
  child.stdout.resume();
  if (lines.at(-1)?.includes(READY) !== true) await closed;
  return { process: child, output: [...lines, ...complaints].join('\n') };
}

/** Stops a process and returns its exit code. */
export async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

export interface Answered<T> {
  readonly code: number;
  readonly data: T;
}

/** Calls a console as a program does, after signing in. */
export class ConsoleClient {
  url = '';
  token = '';

  get authorization(): string {
    return `Bearer ${this.token}`;
  }

  /** The address of the live socket. */
  get liveUrl(): string {
    return `${this.url.replace(/^http/, 'ws')}/live`;
  }

  async signIn(password: string): Promise<void> {
    const answer = await this.post('/user/login', { username: 'admin', password });
    if (answer.code !== 0) throw new Error(`Signing in was answered with ${answer.code}`);
    this.token = answer.data['access_token'] ?? '';
  }

  get<T>(path: string): Promise<Answered<T>> {
    return this.#send('GET', path);
  }

  post(path: string, body: object): Promise<Answered<Record<string, string>>> {
    return this.#send('POST', path, body);
  }

  remove(path: string, body: object): Promise<Answered<Record<string, string>>> {
    return this.#send('DELETE', path, body);
  }

  async #send<T>(method: string, path: string, body?: object): Promise<Answered<T>> {
    const response = await fetch(`${this.url}${API_BASE}${path}`, {
      method,
      headers: {
        [CLIENT_HEADER]: 'test',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token === '' ? {} : { authorization: this.authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json() as Promise<Answered<T>>;
  }
}

/** A database beside the processes, which a test can query. */
export class OpenDatabase {
  readonly url: string;
  readonly #database: TestDatabase;
  /** One connection: concurrent queries wait for each other. */
  readonly #client: pg.Pool;

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.url = database.url;
    this.#client = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0 });
    // A pending query gets the error; a closing connection may still report that the server stops.
    this.#client.on('error', () => undefined);
    this.#client.on('connect', (client) => client.on('error', () => undefined));
  }

  static async create(): Promise<OpenDatabase> {
    return new OpenDatabase(await createTestDatabase());
  }

  static on(database: TestDatabase): OpenDatabase {
    return new OpenDatabase(database);
  }

  async query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#client.query<R>(text, values)).rows;
  }

  /** While `work` stops and restarts the database; queries wait meanwhile. */
  async away(work: () => Promise<void>): Promise<void> {
    const client = await this.#client.connect();
    const cutOff = Promise.withResolvers<void>();
    client.on('error', () => cutOff.resolve());
    try {
      await Promise.all([work(), cutOff.promise]);
    } finally {
      client.release(true);
    }
  }

  /** The account of the first administrator. */
  async tenant(): Promise<string> {
    const [account] = await this.query<{ id: string }>('select id from account');
    if (account === undefined) throw new Error('There is no account');
    return account.id;
  }

  /** Resolves when the statements of a killed process have ended, and its locks are free. */
  letGo(): Promise<void> {
    return vi.waitFor(async () => {
      const others = await this.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (others.length > 0) throw new Error('The database does not let go');
    }, WITHIN);
  }

  async drop(): Promise<void> {
    await this.#client.end();
    await this.#database.drop();
  }
}

/** A console that can be killed and restarted on its data; each time on free ports. */
export class SpawnedConsole extends ConsoleClient {
  readonly dataDir: string;
  /** Printed at the first start only. */
  password: string | null = null;
  gatewayPort = 0;
  readonly #database: OpenDatabase | null;
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;

  private constructor(dataDir: string, database: OpenDatabase | null, env: Readonly<Record<string, string>>) {
    super();
    this.dataDir = dataDir;
    this.#database = database;
    this.#env = env;
  }

  /**
   * On an external database, or without one on the embedded one; not started yet. `env`: settings other than
   * the defaults.
   */
  static async on(
    database: OpenDatabase | null,
    env: Readonly<Record<string, string>> = {},
  ): Promise<SpawnedConsole> {
    // A folder name may contain a space.
    return new SpawnedConsole(await mkdtemp(join(tmpdir(), 'airloom spawned ')), database, env);
  }

  /** With the embedded database, in an existing folder. */
  static in(dataDir: string): SpawnedConsole {
    return new SpawnedConsole(dataDir, null, {});
  }

  /** The first start creates the administrator, who makes all calls. `env`: for this start only. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { process: child, output } = await spawnProcess('console', {
      ...(this.#database === null ? {} : { DATABASE_URL: this.#database.url }),
      DATA_DIR: this.dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      AIRLOOM_DEMO: 'off',
      LOG_LEVEL: 'silent',
      CONFIGURATION_HOLD_SECONDS: '0',
      ...this.#env,
      ...env,
    });
    this.#process = child;
    const port = /ready: \S+:(\d+)/.exec(output)?.[1];
    const gatewayPort = /wss:\/\/\S+:(\d+)/.exec(output)?.[1];
    if (port === undefined || gatewayPort === undefined)
      throw new Error(`The console did not start: ${output}`);
    this.url = `http://127.0.0.1:${port}`;
    this.gatewayPort = Number(gatewayPort);
    this.password = /Password\s+(\S+)/.exec(output)?.[1] ?? null;
    if (this.password !== null) await this.signIn(this.password);
  }

  /** Kills it, as a power failure would. */
  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    if (this.#process !== null) await stopped(this.#process, signal);
    await this.#database?.letGo();
  }

  /** Removes everything. */
  async end(): Promise<void> {
    await this.stop('SIGTERM');
    await this.#database?.drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
