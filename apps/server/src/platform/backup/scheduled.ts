import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { CronJob } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { PARTIAL } from './archive-file.ts';
import { makeBackup } from './backup.ts';
import { passphraseFrom, requireStrong } from './passphrase.ts';

const NAME = /^airloom-\d{8}T\d{6}Z\.backup$/;
const UNFINISHED = /^airloom-\d{8}T\d{6}Z\.backup\.[\w-]+\.partial$/;

type BackupPlatform = Pick<Platform, 'settings' | 'log' | 'metrics' | 'now'>;

export interface ScheduledBackups {
  readonly cron: readonly CronJob[];
  /** Cancels a running backup. */
  stop(): void;
}

/** Scheduled backups, where BACKUP_DIR is set. */
export async function scheduledBackups(
  platform: BackupPlatform,
  connectionString: string,
  version: string,
): Promise<ScheduledBackups> {
  const { BACKUP_DIR, BACKUP_SCHEDULE } = platform.settings;
  if (BACKUP_DIR === undefined) return { cron: [], stop: () => undefined };
  const folder = resolve(BACKUP_DIR);
  const passphrase = await passphraseFrom(platform.settings);
  if (passphrase === null) {
    throw new Error('BACKUP_DIR also needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  }
  requireStrong(passphrase);
  const stopping = new AbortController();
  platform.metrics.backupSuccess.set(await newestBackup(folder));
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const file = join(
      folder,
      `airloom-${platform
        .now()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, '')}.backup`,
    );
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeUnfinished(folder);
      const { lost } = await makeBackup({
        settings: platform.settings,
        connectionString,
        version,
        file,
        passphrase: passphrase ?? '',
        now: platform.now(),
        signal: stopping.signal,
      });
      if (lost.length > 0) platform.log.warn({ lost }, 'stored files are missing and not in the backup');
      platform.metrics.backupSuccess.set(platform.now().getTime() / 1000);
      platform.metrics.backupFailures.set(0);
    } catch (error) {
      if (!stopping.signal.aborted) {
        platform.metrics.backupFailures.inc();
        platform.log.error({ err: error, folder }, 'the scheduled backup failed');
      }
      throw error;
    }
    await removeOld(folder, platform.settings.BACKUP_KEEP, basename(file));
  }

  return {
    cron: [
      {
        name: 'backup',
        schedule: BACKUP_SCHEDULE,
        heavy: true,
        run: () => (running ??= run().finally(() => (running = null))),
      },
    ],
    stop: () => stopping.abort(),
  };
}

/**
 * Removes all but the newest; other files in the folder are kept. `made` is the newest whatever its name: the
 * clock may have been set back since.
 */
export async function removeOld(folder: string, keep: number, made: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name) && name !== made).sort();
  for (const name of names.slice(0, Math.max(0, names.length - keep + 1)))
    await rm(join(folder, name), { force: true });
}

/** Left by a killed process: there is one console, and it makes one backup at a time. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL) && UNFINISHED.test(name));
  for (const name of names) await rm(join(folder, name), { force: true });
}

/** Seconds since 1970; 0 when there is none. */
async function newestBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? 0 : (await stat(join(folder, newest))).mtimeMs / 1000;
}
