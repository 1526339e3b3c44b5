import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { purgeEnterprises, purgeSites } from './bin.repository.ts';
import { binHorizon } from './bin.service.ts';

const BATCH = 500;

/** Deletes permanently what was in the recycle bin for the retention, sites before their organizations. */
export function emptyBin(platform: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'emptyBin',
    schedule: '17 3 * * *',
    run: async () => {
      const until = binHorizon(platform.now());
      for (const purge of [purgeSites, purgeEnterprises]) {
        let purged = BATCH;
        while (purged === BATCH) purged = await platform.database.asSystem((tx) => purge(tx, until, BATCH));
      }
    },
  };
}
