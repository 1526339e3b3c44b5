import type { CronJob } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ClientFolder } from './client-folder.ts';
import { silentOwners, trimHours, trimSessions } from './sessions.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A client nothing was heard of for this long is not there any more. */
const SILENT_MS = 30 * 60_000;
const DEVICES_BATCH = 200;
const ROWS_BATCH = 5_000;

type Base = Pick<Platform, 'database' | 'now' | 'settings'>;

export async function endSilent(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  folder: Pick<ClientFolder, 'end'>,
): Promise<void> {
  const until = new Date(now().getTime() - SILENT_MS);
  let ended = DEVICES_BATCH;
  while (ended === DEVICES_BATCH) {
    ended = await database.asSystem(async (tx) => {
      const silent = await silentOwners(tx, until, DEVICES_BATCH);
      // They were last there when they were last seen.
      if (silent.length > 0)
        await folder.end(
          tx,
          silent.map((owner) => ({ ...owner, at: 0 })),
          'silent',
        );
      return silent.length;
    });
  }
}

export async function trimTerminals({ database, now, settings }: Base): Promise<void> {
  const until = new Date(now().getTime() - settings.TERMINAL_LOG_DAYS * DAY_MS);
  for (const trim of [trimSessions, trimHours]) {
    let removed = ROWS_BATCH;
    while (removed === ROWS_BATCH) removed = await database.asSystem((tx) => trim(tx, until, ROWS_BATCH));
  }
}

export function terminalJobs(platform: Base, folder: Pick<ClientFolder, 'end'>): CronJob[] {
  return [
    { name: 'endSilentTerminals', schedule: '*/5 * * * *', run: () => endSilent(platform, folder) },
    { name: 'trimTerminals', schedule: '19 3 * * *', run: () => trimTerminals(platform) },
  ];
}
