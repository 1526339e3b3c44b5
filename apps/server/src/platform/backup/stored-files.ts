import type pg from 'pg';
import type { FileStore } from '../files/file-store.ts';
import { entryBytes } from './entries.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

interface Row {
  readonly id: string;
  readonly contentType: string;
  readonly sha256: string;
}

/**
 * Copies stored files and finds a snapshot of the database that fits them. Bytes are stored before their row and may be
 * removed at any time, so most are copied first; then a snapshot is taken and the few that are new are added. Where one
 * of those is gone already, a new snapshot no longer has its row.
 */
export class StoredFilesDump {
  readonly #client: pg.Client;
  readonly #store: FileStore;
  readonly #copied = new Set<string>();
  readonly #absent = new Set<string>();
  /** Files whose bytes the store has lost: their rows are in the backup, they are not. */
  lost: readonly string[] = [];

  constructor(client: pg.Client, store: FileStore) {
    this.#client = client;
    this.#store = store;
  }

  get count(): number {
    return this.#copied.size;
  }

  async *dump(): AsyncGenerator<Buffer, Snapshot, undefined> {
    const early = await openSnapshot(this.#client);
    const rows = await this.#rows(early);
    await early.close();
    yield* this.#copy(rows);
    for (;;) {
      const known = new Set(this.#absent);
      const snapshot = await openSnapshot(this.#client);
      const missing = yield* this.#copy(await this.#rows(snapshot));
      if (missing.every((id) => known.has(id))) {
        this.lost = missing;
        return snapshot;
      }
      await snapshot.close();
    }
  }

  /** Returns the rows that have no bytes. */
  async *#copy(rows: readonly Row[]): AsyncGenerator<Buffer, string[], undefined> {
    const missing: string[] = [];
    for (const row of rows) {
      if (this.#copied.has(row.id)) continue;
      const bytes = await this.#store.read(row.id);
      if (bytes === null) {
        this.#absent.add(row.id);
        missing.push(row.id);
      } else {
        this.#copied.add(row.id);
        yield* entryBytes({ kind: 'storedFile', ...row }, bytes);
      }
    }
    return missing;
  }

  async #rows({ client, tables }: Snapshot): Promise<Row[]> {
    const table = tables.find(({ name }) => name === 'stored_file');
    await client.query(table?.asSystem === true ? 'set local role airloom_system' : 'set local role none');
    const { rows } = await client.query<Row>(
      'select id, content_type as "contentType", sha256 from stored_file order by id',
    );
    await client.query('set local role none');
    return rows;
  }
}
