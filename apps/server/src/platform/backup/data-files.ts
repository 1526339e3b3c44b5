import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { entryBytes } from './entries.ts';
import { BackupRefused } from './sealed-stream.ts';

/** Files of the data folder that belong in a backup beside the database and the stored files. */
const KEPT = ['secret.key', 'pki', 'demo-fleet'];
const NEEDED = ['secret.key', join('pki', 'authority.pem')];
const PATH = /^(?:secret\.key|(?:pki|demo-fleet)(?:\/[\w-][\w.-]*)+)$/;

export async function* dumpDataFiles(dataDir: string): AsyncGenerator<Buffer, void, undefined> {
  for (const path of NEEDED) {
    if ((await readIfThere(join(dataDir, path))) === null) {
      throw new Error(`There is no ${path} in ${dataDir}. A backup without it could not be used.`);
    }
  }
  for (const path of await keptFiles(dataDir)) {
    const bytes = await readIfThere(join(dataDir, path));
    if (bytes !== null) yield* entryBytes({ kind: 'dataFile', path }, [bytes]);
  }
}

export async function loadDataFile(folder: string, path: string, body: AsyncIterable<Buffer>): Promise<void> {
  if (!PATH.test(path)) throw new BackupRefused(`The backup has a file that does not belong in it: ${path}`);
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const bytes of body) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keptFiles(dataDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const kept of KEPT) {
    const entries = await readdir(join(dataDir, kept), { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return [];
        if (errorCode(error) === 'ENOTDIR') return null;
        throw error;
      },
    );
    if (entries === null) paths.push(kept);
    else {
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
          .slice(dataDir.length + 1)
          .replaceAll('\\', '/');
        if (entry.isFile() && PATH.test(path)) paths.push(path);
      }
    }
  }
  return paths;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}
