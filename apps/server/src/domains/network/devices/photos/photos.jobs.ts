import { HOUR } from '@airloom/contract/time';
import { StoredFiles } from '../../../../platform/files/stored-files.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { loosePhotos } from './photos.repository.ts';

const BATCH = 100;
/** A picture is added to its device right after its upload. */
const UPLOAD_MS = HOUR;

/** Deletes pictures of deleted devices, and uploads that were never added to one. */
export function forgetLoosePhotos(
  platform: Pick<Platform, 'database' | 'files' | 'quotas' | 'now'>,
): CronJob {
  return {
    name: 'forgetLoosePhotos',
    schedule: '*/20 * * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - UPLOAD_MS);
      const files = new StoredFiles(platform);
      for (let removed = BATCH; removed === BATCH; ) {
        const loose = await platform.database.asSystem((tx) => loosePhotos(tx, until, BATCH));
        for (const { tenant, id } of loose) await files.remove({ tenant }, id);
        removed = loose.length;
      }
    },
  };
}
