import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { InstalledNats } from './installed-nats.ts';
import { ConsoleClient, OpenDatabase, type Spawned, spawnProcess, stopped } from './spawned-console.ts';

export interface SpawnedGateway {
  readonly process: ChildProcess;
  readonly port: number;
  /** The address of its health endpoint. */
  readonly url: string;
  /** Its id as the holder of devices. */
  readonly id: string;
}

/** A console without devices of its own, and gateways: processes on one database and one NATS server. */
export class Installation extends ConsoleClient {
  readonly dataDir: string;
  readonly nats: InstalledNats;
  tenant = '';
  console: ChildProcess | null = null;
  readonly database: OpenDatabase;
  readonly #running: ChildProcess[] = [];
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    dataDir: string,
    database: OpenDatabase,
    nats: InstalledNats,
    port: number,
    env: Readonly<Record<string, string>>,
  ) {
    super();
    this.dataDir = dataDir;
    this.database = database;
    this.nats = nats;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      ...env,
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

  /** `env`: additional settings; `on`: the database, unless a new one is created. */
  static async start(
    env: Readonly<Record<string, string>> = {},
    on: OpenDatabase | null = null,
  ): Promise<Installation> {
    const [dataDir, database, nats, port] = await Promise.all([
      mkdtemp(join(tmpdir(), 'airloom-installation-')),
      on ?? OpenDatabase.create(),
      InstalledNats.start(),
      freePort(),
    ]);
    const installation = new Installation(dataDir, database, nats, port, env);
    const { output } = await installation.startConsole();
    const password = /Password\s+(\S+)/.exec(output)?.[1];
    if (password === undefined) throw new Error(`The console did not start: ${output}`);
    await installation.signIn(password);
    installation.tenant = await database.tenant();
    return installation;
  }

  /** Also a restart on the data of a stopped one. */
  async startConsole(): Promise<Spawned> {
    const spawned = await spawnProcess('console', {
      ...this.#env,
      PORT: String(this.#port),
      GATEWAY_PORT: 'off',
    });
    const { process: child, output } = spawned;
    this.#running.push(child);
    if (child.exitCode !== null) throw new Error(`The console did not start: ${output}`);
    this.console = child;
    return spawned;
  }

  async startGateway(): Promise<SpawnedGateway> {
    const known = await this.#gatewayIds();
    const healthPort = String(await freePort());
    const { process: child, output } = await spawnProcess('gateway', {
      ...this.#env,
      PORT: healthPort,
      GATEWAY_PORT: '0',
    });
    this.#running.push(child);
    const port = /port (\d+)/.exec(output)?.[1];
    const id = (await this.#gatewayIds()).find((one) => !known.includes(one));
    if (port === undefined || id === undefined) throw new Error(`The gateway did not start: ${output}`);
    return { process: child, port: Number(port), url: `http://127.0.0.1:${healthPort}`, id };
  }

  async #gatewayIds(): Promise<string[]> {
    return (await this.query<{ id: string }>('select id from gateway_process')).map(({ id }) => id);
  }

  query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.database.query<R>(text, values);
  }

  async stop(): Promise<void> {
    // Gateways first: the console reports their end.
    for (const child of this.#running.toReversed()) await stopped(child, 'SIGTERM');
    await this.nats.stop();
    await this.database.drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
