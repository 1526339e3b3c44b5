import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { sql } from 'kysely';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetNames } from './rules/unused-names.repository.ts';

const BATCH = 2_000;
const MAINTENANCE_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type JobPlatform = Pick<Platform, 'database' | 'now'>;

/** Deletes alarms after the retention period. */
export function forgetAlarms({ database, now }: JobPlatform): CronJob {
  return {
    name: 'forgetAlarms',
    schedule: '23 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - ALARM_RULE_LIMITS.historyKeptMs);
      for (let removed = BATCH; removed === BATCH; ) {
        removed = await database.asSystem((tx) =>
          tx.run(sql`delete from alarm where (tenant_id, id) in (
            select tenant_id, id from alarm where cleared_at < ${until} limit ${BATCH})`),
        );
      }
      await forgetNames(database);
    },
  };
}

export function forgetMaintenance({ database, now }: JobPlatform): CronJob {
  return {
    name: 'forgetMaintenance',
    schedule: '27 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - MAINTENANCE_KEPT_MS);
      await database.asSystem((tx) => tx.run(sql`delete from maintenance where ends_at < ${until}`));
    },
  };
}
