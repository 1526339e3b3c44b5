import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import { sql } from 'kysely';
import { StoredFiles } from '../../../platform/files/stored-files.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetWindows, type RolloutKey } from '../../../platform/rollout/site-windows.repository.ts';

const BATCH = 2_000;
const FILES_BATCH = 100;
/** Uploaded images that are not registered within this time are deleted. */
const LOOSE_MS = 24 * 60 * 60 * 1000;

/** Deletes the upgrade log after its retention period, and campaigns without log entries. */
export function forgetUpgrades({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetUpgrades',
    schedule: '47 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - FIRMWARE_LIMITS.logKeptMs);
      for (let removed = BATCH; removed === BATCH; ) {
        removed = await database.asSystem((tx) =>
          tx.run(sql`delete from upgrade where (tenant_id, id) in (
            select tenant_id, id from upgrade where ended_at < ${until} order by ended_at limit ${BATCH})`),
        );
      }
      await database.asSystem(async (tx) => {
        const removed = await tx.all(sql<RolloutKey>`delete from upgrade_campaign
          where ended_at < ${until} and not exists (
            select from upgrade where upgrade.tenant_id = upgrade_campaign.tenant_id
              and upgrade.campaign_id = upgrade_campaign.id)
          returning tenant_id as tenant, id`);
        await forgetWindows(tx, removed);
      });
    },
  };
}

interface Loose {
  readonly tenant: string;
  readonly id: string;
}

export function forgetLooseImages(
  platform: Pick<Platform, 'database' | 'files' | 'quotas' | 'now'>,
): CronJob {
  const { database, now } = platform;
  return {
    name: 'forgetLooseImages',
    schedule: '53 * * * *',
    run: async () => {
      const until = new Date(now().getTime() - LOOSE_MS);
      const stored = new StoredFiles(platform);
      for (let removed = FILES_BATCH; removed === FILES_BATCH; ) {
        const loose = await database.asSystem((tx) =>
          tx.all(sql<Loose>`
            select stored_file.tenant_id as tenant, stored_file.id from stored_file
            where stored_file.kind = 'firmware' and stored_file.created_at < ${until} and not exists (
              select from firmware where firmware.tenant_id = stored_file.tenant_id
                and firmware.file_id = stored_file.id)
            limit ${FILES_BATCH}`),
        );
        for (const { tenant, id } of loose) await stored.remove({ tenant }, id);
        removed = loose.length;
      }
    },
  };
}
