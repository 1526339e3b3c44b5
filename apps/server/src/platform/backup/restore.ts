import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { startEmbedded } from '../database/embedded/index.ts';
import { lockInstance } from '../database/embedded/instance-lock.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import type { Settings } from '../settings.ts';
import { readArchive } from './archive-file.ts';
import { loadDataFile } from './data-files.ts';
import { DataFolder } from './data-folder.ts';
import type { DatabaseHeader } from './entries.ts';
import { checkEmpty, checkSchemaVersion, DatabaseLoader } from './load.ts';
import { BackupRefused } from './sealed-stream.ts';

export interface RestoreOptions {
  readonly settings: Settings;
  readonly file: string;
  readonly passphrase: string;
  /** Moves the content of the data folder aside, instead of refusing a folder that is not empty. */
  readonly replace: boolean;
  readonly now: Date;
  log(message: string): void;
}

export interface RestoreResult {
  readonly createdAt: string;
  /** Where the previous content of the data folder is. */
  readonly aside: string | null;
}

/**
 * Restores a backup into an empty data folder, and into an empty database where DATABASE_URL is set. The whole file is
 * checked first; then everything is built beside its place, and moved there when it is complete.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { settings, file, log } = options;
  const { dataDir, DATABASE_URL, BACKUP_DIR } = settings;
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  await using stack = new AsyncDisposableStack();
  stack.adopt(lockInstance(dataDir), (lock) => lock.release());
  const folder = new DataFolder(dataDir, [file, ...(BACKUP_DIR === undefined ? [] : [BACKUP_DIR])]);
  if (!options.replace) await folder.refuseContent();
  if (DATABASE_URL !== undefined) await checkEmpty(DATABASE_URL);
  log('Checking the backup');
  const createdAt = await checkArchive(options);
  await folder.stage();
  try {
    log('Restoring');
    const database =
      DATABASE_URL === undefined
        ? await startEmbedded({ dataDir: folder.staging, log: () => undefined })
        : { connectionString: DATABASE_URL, stop: async () => undefined };
    try {
      await fill(options, folder.staging, database.connectionString);
    } finally {
      await database.stop();
    }
    return { createdAt, aside: await folder.putInPlace(stampOf(options.now)) };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/** Reads the whole backup, so that nothing is changed for one that is damaged or too new. */
async function checkArchive({ file, passphrase }: RestoreOptions): Promise<string> {
  let createdAt: string | undefined;
  let database: DatabaseHeader | undefined;
  for await (const { header } of readArchive(file, passphrase)) {
    if (header.kind === 'about') createdAt = header.createdAt;
    if (header.kind === 'database') database = header;
  }
  if (createdAt === undefined || database === undefined)
    throw new BackupRefused('The backup holds no database.');
  await checkSchemaVersion(database);
  return createdAt;
}

async function fill(
  { settings, file, passphrase, now, log }: RestoreOptions,
  staging: string,
  connectionString: string,
): Promise<void> {
  const store = await openFileStore({ ...settings, dataDir: staging }, now);
  const stored: string[] = [];
  let loader: DatabaseLoader | undefined;
  try {
    for await (const { header, body } of readArchive(file, passphrase)) {
      if (header.kind === 'dataFile') await loadDataFile(staging, header.path, body);
      if (header.kind === 'storedFile') {
        await putFile(store, header, body, log);
        stored.push(header.id);
      }
      if (header.kind === 'database') loader = await DatabaseLoader.begin(connectionString, header);
      if (header.kind === 'table') await loader?.load(header, body);
    }
    const wanted = await loader?.storedFileIds();
    await loader?.commit();
    // Files that were removed while the backup was made.
    for (const id of stored) if (wanted?.has(id) === false) await store.delete(id);
  } finally {
    await loader?.close();
  }
}

async function putFile(
  store: FileStore,
  { id, contentType, sha256 }: { id: string; contentType: string; sha256: string },
  body: AsyncIterable<Buffer>,
  log: RestoreOptions['log'],
): Promise<void> {
  await store.incoming.receive(Readable.from(body), Number.POSITIVE_INFINITY, async (received) => {
    // A failure here does not stop the restore.
    if (received.sha256 !== sha256)
      log(`The stored file ${id} was damaged already when the backup was made.`);
    await store.put(id, received, contentType);
  });
}

function stampOf(now: Date): string {
  return now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
