import { openFileStore } from '../files/open-file-store.ts';
import type { Settings } from '../settings.ts';
import { writeArchive } from './archive-file.ts';
import { dumpDataFiles } from './data-files.ts';
import { dumpDatabase } from './dump.ts';
import { entryBytes } from './entries.ts';
import { connect } from './snapshot.ts';
import { StoredFilesDump } from './stored-files.ts';

export interface BackupOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  /** Of this program. */
  readonly version: string;
  readonly file: string;
  readonly passphrase: string;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

export interface BackupResult {
  readonly bytes: number;
  readonly files: number;
  /** Stored files whose bytes were already missing. */
  readonly lost: readonly string[];
}

/** Writes the database, the stored files and the keys into one sealed file, while the console runs. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { settings, now } = options;
  const store = await openFileStore(settings, now);
  const client = await connect(options.connectionString);
  const files = new StoredFilesDump(client, store);
  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    yield* entryBytes({ kind: 'about', version: options.version, createdAt: now.toISOString() });
    yield* dumpDataFiles(settings.dataDir);
    const snapshot = yield* files.dump();
    yield* dumpDatabase(snapshot);
    await snapshot.close();
    yield* entryBytes({ kind: 'end' });
  }
  try {
    const bytes = await writeArchive(options.file, options.passphrase, content(), options.signal);
    return { bytes, files: files.count, lost: files.lost };
  } finally {
    await client.end();
  }
}
