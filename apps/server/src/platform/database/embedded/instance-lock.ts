import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const HOLDER = 'instance.json';
const holderSchema = z.object({ pid: z.int(), since: z.string(), socketDir: z.string().optional() });

export type Holder = Partial<z.output<typeof holderSchema>>;

export interface InstanceLock {
  /** The socket folder of the previous holder, when it did not clean up. */
  leftSocketDir: string | undefined;
  describe(socketDir: string | undefined): void;
  release(): void;
}

/**
 * One Airloom per data folder. Node has no file locks of its own; an exclusive SQLite transaction takes the
 * kernel's, which ends with its process, so a killed holder leaves nothing stale and no process id is trusted.
 */
export function lockInstance(dataDir: string): InstanceLock {
  const holderFile = join(dataDir, HOLDER);
  const database = takeLock(dataDir);
  if (database === null) {
    const holder = readHolder(holderFile);
    const who = holder ? ` (process ${holder.pid}, since ${holder.since})` : '';
    throw new Error(
      `Another Airloom${who} is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const left = readHolder(holderFile);
  const since = new Date().toISOString();
  const describe = (socketDir: string | undefined) => {
    // A new file each time: the existing one may belong to another user who ran Airloom here.
    rmSync(holderFile, { force: true });
    writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since, socketDir }), { mode: 0o644 });
  };
  describe(left?.socketDir);
  return {
    leftSocketDir: left?.socketDir,
    describe,
    release() {
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

/** The process that uses the data folder; null when there is none. */
export function holderOf(dataDir: string): Holder | null {
  const database = takeLock(dataDir);
  if (database === null) return readHolder(join(dataDir, HOLDER)) ?? {};
  database.close();
  return null;
}

/** The data folder may be open to others; a user who can open the file could lock it and block the start. */
function privateFile(path: string): string {
  const file = openSync(path, 'a', 0o600);
  try {
    // A file of another user is left as it is: only its owner may change it.
    if (fstatSync(file).uid === process.getuid?.()) fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
  return path;
}

/** Null when another process has it. */
function takeLock(dataDir: string): DatabaseSync | null {
  const database = new DatabaseSync(privateFile(join(dataDir, 'instance.lock')));
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return null;
    throw error;
  }
}

/** The file only describes, the lock decides: missing or cut short by a crash, there is no description. */
function readHolder(file: string) {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return text.endsWith('}') ? holderSchema.parse(JSON.parse(text)) : undefined;
}
