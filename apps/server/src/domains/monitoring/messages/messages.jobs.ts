import { MESSAGE_LIMITS } from '@airloom/contract/messages/messages.limits';
import { sql } from 'kysely';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetSheetWork } from '../../../platform/sheets/sheet-work.ts';

const BATCH = 2_000;
/** Longer than writers repeat the same message. */
const REMOVED_KEPT_MS = 2 * 24 * 60 * 60 * 1000;

/** Longer than tasks are shown. */
const SHEETS_KEPT_MS = 2 * 24 * 60 * 60 * 1000;

/** Deletes old messages, removed ones, and those of people who have left the account. */
export function forgetMessages({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetMessages',
    schedule: '43 3 * * *',
    run: async () => {
      const at = now().getTime();
      const created = new Date(at - MESSAGE_LIMITS.keptMs);
      const removed = new Date(at - REMOVED_KEPT_MS);
      for (let gone = BATCH; gone === BATCH; ) {
        gone = await database.asSystem((tx) =>
          tx.run(sql`delete from message where (tenant_id, id) in (
            select tenant_id, id from message
            where created_at < ${created} or removed_at < ${removed} or not exists (
              select from membership
              where membership.tenant_id = message.tenant_id and membership.manager_id = message.manager_id)
            limit ${BATCH})`),
        );
      }
      const until = new Date(at - SHEETS_KEPT_MS);
      for (let gone = BATCH; gone === BATCH; ) {
        gone = await database.asSystem((tx) => forgetSheetWork(tx, until, BATCH));
      }
    },
  };
}
