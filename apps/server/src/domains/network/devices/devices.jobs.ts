import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { DAY } from '@airloom/contract/time';
import { z } from 'zod';
import type { CronJob, QueuedJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteOldAttempts } from './admission/refused-attempts.repository.ts';
import { deleteOldCodes } from './claims/claims.repository.ts';
import { configureSite } from './configuration/configurations.service.ts';
import { deleteUnusedReleasedSets } from './configuration/released-settings.ts';
import { deleteSomeDevices } from './presence/locked-devices.repository.ts';

const CODES_KEPT_MS = 30 * DAY;
const BATCH = 500;

/** Deletes claim codes some time after they expired. */
export function forgetClaimCodes(platform: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetClaimCodes',
    schedule: '27 3 * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - CODES_KEPT_MS);
      let forgotten = BATCH;
      while (forgotten === BATCH) {
        forgotten = await platform.database.asSystem((tx) => deleteOldCodes(tx, until, BATCH));
      }
    },
  };
}

export function forgetRefusedAttempts(platform: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetRefusedAttempts',
    schedule: '47 3 * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - ADDING_LIMITS.refusedKeptMs);
      let forgotten = BATCH;
      while (forgotten === BATCH) {
        forgotten = await platform.database.asSystem((tx) => deleteOldAttempts(tx, until, BATCH));
      }
    },
  };
}

/** Deletes sets of networks a day after the last device that had them released. */
export function deleteUnusedSets(platform: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'deleteUnusedReleasedSets',
    schedule: '37 3 * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - DAY);
      let deleted = BATCH;
      while (deleted === BATCH) {
        deleted = await platform.database.asSystem((tx) => deleteUnusedReleasedSets(tx, until, BATCH));
      }
    },
  };
}

export const CONFIGURE_SITE = 'configureSite';
const changedSite = z.object({ tenant: z.string(), siteId: z.string() });

export function configureChangedSite(platform: Pick<Platform, 'database' | 'wakeOutbox' | 'now'>): QueuedJob {
  return {
    name: CONFIGURE_SITE,
    long: true,
    run: async (payload) => {
      const { tenant, siteId } = changedSite.parse(payload);
      await configureSite(platform, tenant, siteId);
    },
  };
}

/** Deletes the devices of an account that is being removed, in batches. */
export async function clearDevices(platform: Pick<Platform, 'database'>, tenant: string): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH) {
    deleted = await platform.database.asSystem((tx) => deleteSomeDevices(tx, tenant, BATCH));
  }
}
