import { HOUR } from '@airloom/contract/time';
import { StoredFiles } from '../../../platform/files/stored-files.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteOld, looseRecordings } from './web-shell.repository.ts';

const BATCH = 200;
/** A recording gets its session right after it is stored. */
const STORING_MS = HOUR;

/** Deletes old sessions, and recordings without a session. */
export function forgetShellSessions(
  platform: Pick<Platform, 'database' | 'files' | 'quotas' | 'now'>,
): CronJob {
  return {
    name: 'forgetShellSessions',
    schedule: '41 * * * *',
    run: async () => {
      for (let deleted = BATCH; deleted === BATCH; ) {
        deleted = await platform.database.asSystem((tx) => deleteOld(tx, platform.now(), BATCH));
      }
      const until = new Date(platform.now().getTime() - STORING_MS);
      const files = new StoredFiles(platform);
      for (let removed = BATCH; removed === BATCH; ) {
        const loose = await platform.database.asSystem((tx) => looseRecordings(tx, until, BATCH));
        for (const { tenant, id } of loose) await files.remove({ tenant }, id);
        removed = loose.length;
      }
    },
  };
}
