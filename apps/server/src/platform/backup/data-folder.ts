import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import { BackupRefused } from './sealed-stream.ts';

/** Where a restore builds the new data folder: on the same disk, so that each move is one rename. */
const STAGING = 'restore.partial';
/** The same, from the moment its content is being moved into place. */
const MOVING = 'restore.moving';
const REPLACED = 'replaced-';
const NO_CONTENT = new Set(['instance.lock', 'instance.json', 'lost+found', STAGING]);

/** The console must not start on a mixture of old and new. */
export function refuseInterruptedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, MOVING))) return;
  throw new Error(
    `A restore into ${dataDir} was interrupted while it moved the restored data into place. ` +
      'Run it again with --replace; what was there before is kept beside it.',
  );
}

/** The target of a restore. Nothing in it changes before {@link DataFolder.putInPlace}. */
export class DataFolder {
  readonly staging: string;
  readonly #dataDir: string;
  readonly #spared: ReadonlySet<string>;

  /** `spared`: paths that are left alone when they are in the folder, such as the backup itself. */
  constructor(dataDir: string, spared: readonly string[]) {
    this.#dataDir = resolve(dataDir);
    this.staging = join(this.#dataDir, STAGING);
    this.#spared = new Set(spared.map((path) => relative(this.#dataDir, resolve(path)).split(sep)[0] ?? ''));
  }

  async refuseContent(): Promise<void> {
    const [found] = await this.#content();
    if (found === undefined) return;
    throw new BackupRefused(
      `The data folder ${this.#dataDir} is not empty (${found}). Set DATA_DIR to an empty folder, or add --replace: ` +
        'what is there is then kept in a folder beside the restored data.',
    );
  }

  async stage(): Promise<void> {
    await this.discard();
    await mkdir(this.staging, { recursive: true, mode: 0o700 });
  }

  async discard(): Promise<void> {
    await rm(this.staging, { recursive: true, force: true });
  }

  /** Returns where the old content is, if there was any. */
  async putInPlace(stamp: string): Promise<string | null> {
    const moving = join(this.#dataDir, MOVING);
    const old = await this.#content();
    const aside = old.length === 0 ? null : join(this.#dataDir, `${REPLACED}${stamp}`);
    if (aside !== null) {
      await mkdir(aside, { mode: 0o700 });
      // First the remains of an interrupted restore, so that its name is free.
      if (old.includes(MOVING)) await rename(moving, join(aside, MOVING));
    }
    await rename(this.staging, moving);
    await syncFolder(this.#dataDir);
    if (aside !== null) {
      for (const name of old.filter((one) => one !== MOVING)) {
        await rename(join(this.#dataDir, name), join(aside, name));
      }
      await syncFolder(aside);
    }
    for (const name of await readdir(moving)) {
      if (!NO_CONTENT.has(name)) await rename(join(moving, name), join(this.#dataDir, name));
    }
    await syncFolder(this.#dataDir);
    await rm(moving, { recursive: true });
    await syncFolder(this.#dataDir);
    return aside;
  }

  async #content(): Promise<string[]> {
    const names = await readdir(this.#dataDir);
    return names.filter(
      (name) => !NO_CONTENT.has(name) && !name.startsWith(REPLACED) && !this.#spared.has(name),
    );
  }
}
