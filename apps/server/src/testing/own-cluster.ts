import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { startEmbedded } from '../platform/database/embedded/index.ts';
import { serverProcesses } from '../platform/database/embedded/server-processes.ts';
import type { TestDatabase } from './test-database.ts';
import { WITHIN } from './within.ts';

/** Commits must survive a crash of the server, though not of the machine. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'on' };

/** A separate PostgreSQL server that is restarted when it dies. */
export class OwnCluster implements TestDatabase {
  readonly url: string;
  readonly #folder: string;
  readonly #stop: () => Promise<void>;

  private constructor(folder: string, url: string, stop: () => Promise<void>) {
    this.#folder = folder;
    this.url = url;
    this.#stop = stop;
  }

  static async start(): Promise<OwnCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'airloom-cluster-'));
    const { connectionString, stop } = await startEmbedded({
      dataDir: folder,
      log: () => undefined,
      settings: SETTINGS,
    });
    return new OwnCluster(folder, connectionString, stop);
  }

  /** Kills the server; resolves when a new one serves its data. */
  async kill(): Promise<void> {
    const killed = this.#postmaster();
    if (killed === undefined) throw new Error('There is no PostgreSQL server');
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => {
      if (this.#postmaster() === killed) throw new Error('PostgreSQL is not dead yet');
      const client = new pg.Client({ connectionString: this.url });
      await client.connect();
      await client.end();
    }, WITHIN);
  }

  async drop(): Promise<void> {
    await this.#stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #postmaster(): number | undefined {
    return serverProcesses(join(this.#folder, 'postgres')).postmaster;
  }
}
