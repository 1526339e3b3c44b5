import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { InstalledNats } from './installed-nats.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const PROCESSES = join(import.meta.dirname, '../processes');

export interface Spawned {
  readonly process: ChildProcess;
  /** What it said until it was ready, or ended. */
  readonly said: string;
}

/** A process as an operator starts it; resolves when it says that it is ready, or has ended. */
export async function spawnProcess(
  name: 'console' | 'gateway',
  env: Readonly<Record<string, string>>,
): Promise<Spawned> {
  const child = spawn(process.execPath, [join(PROCESSES, `${name}.ts`)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  if (!lines.join().includes('Ctrl-C')) await once(child, 'close');
  return { process: child, said: [...lines, ...complaints].join('\n') };
}

export interface SpawnedGateway {
  readonly process: ChildProcess;
  readonly port: number;
  /** Where it tells how it is. */
  readonly url: string;
  /** Under which it holds devices. */
  readonly id: string;
}

/** A console without devices of its own, and gateways beside it: processes on one database and one NATS server. */
export class Installation {
  readonly dataDir: string;
  readonly nats: InstalledNats;
  readonly client: pg.Client;
  readonly url: string;
  tenant = '';
  #token = '';
  readonly #database: TestDatabase;
  readonly #running: ChildProcess[] = [];
  readonly #env: Readonly<Record<string, string>>;

  private constructor(dataDir: string, database: TestDatabase, nats: InstalledNats, port: number) {
    this.dataDir = dataDir;
    this.#database = database;
    this.nats = nats;
    this.client = new pg.Client({ connectionString: database.url });
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '8',
      NATS_URL: nats.url,
      PUBLIC_URL: this.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      GATEWAY_HOST: '127.0.0.1',
      AIRLOOM_DEMO: 'off',
      LOG_LEVEL: 'silent',
    };
  }

  static async start(): Promise<Installation> {
    const [dataDir, database, nats, port] = await Promise.all([
      mkdtemp(join(tmpdir(), 'airloom-installation-')),
      createTestDatabase(),
      InstalledNats.start(),
      freePort(),
    ]);
    const installation = new Installation(dataDir, database, nats, port);
    await installation.client.connect();
    await installation.#startConsole(port);
    return installation;
  }

  async #startConsole(port: number): Promise<void> {
    const { process: child, said } = await spawnProcess('console', {
      ...this.#env,
      PORT: String(port),
      GATEWAY_PORT: 'off',
    });
    this.#running.push(child);
    const password = /Password\s+(\S+)/.exec(said)?.[1];
    if (password === undefined) throw new Error(`The console did not start: ${said}`);
    const { data } = await this.post('/user/login', { username: 'admin', password });
    this.#token = data['access_token'] ?? '';
    const [account] = await this.query<{ id: string }>('select id from account');
    this.tenant = account?.id ?? '';
  }

  async startGateway(): Promise<SpawnedGateway> {
    const known = await this.#gatewayIds();
    const healthPort = String(await freePort());
    const { process: child, said } = await spawnProcess('gateway', {
      ...this.#env,
      PORT: healthPort,
      GATEWAY_PORT: '0',
    });
    this.#running.push(child);
    const port = /port (\d+)/.exec(said)?.[1];
    const id = (await this.#gatewayIds()).find((one) => !known.includes(one));
    if (port === undefined || id === undefined) throw new Error(`The gateway did not start: ${said}`);
    return { process: child, port: Number(port), url: `http://127.0.0.1:${healthPort}`, id };
  }

  async #gatewayIds(): Promise<string[]> {
    return (await this.query<{ id: string }>('select id from gateway_process')).map(({ id }) => id);
  }

  get authorization(): string {
    return `Bearer ${this.#token}`;
  }

  /** The address of the live socket. */
  get liveUrl(): string {
    return `${this.url.replace(/^http/, 'ws')}/live`;
  }

  async query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, values)).rows;
  }

  post(path: string, body: object): Promise<{ code: number; data: Record<string, string> }> {
    return this.#send('POST', path, body);
  }

  remove(path: string, body: object): Promise<{ code: number; data: Record<string, string> }> {
    return this.#send('DELETE', path, body);
  }

  async #send(method: string, path: string, body: object) {
    const response = await fetch(`${this.url}${API_BASE}${path}`, {
      method,
      headers: {
        [CLIENT_HEADER]: 'test',
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: this.authorization }),
      },
      body: JSON.stringify(body),
    });
    return response.json() as Promise<{ code: number; data: Record<string, string> }>;
  }

  async stop(): Promise<void> {
    // Gateways first: they are told of by the console.
    for (const child of this.#running.toReversed()) await stopped(child, 'SIGTERM');
    await this.client.end();
    await this.nats.stop();
    await this.#database.drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Ends a process and tells its exit code. */
export async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
