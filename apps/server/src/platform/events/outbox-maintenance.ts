import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { CronJob } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';

const FAILED_KEPT_MS = 30 * DAY;
/** Counting more exactly would take time. */
const COUNTED_MAX = 10_000;
const BATCH = 1000;

export interface OutboxFigures {
  readonly waiting: number;
  readonly failed: number;
}

/** How many events are pending, and how many failed permanently. */
export async function outboxFigures(database: Database): Promise<OutboxFigures> {
  const figures = await database.asSystem((tx) =>
    tx.first(sql<OutboxFigures>`
      select
        (select count(*)::int from (select from outbox where failed_at is null limit ${COUNTED_MAX}) w) as waiting,
        (select count(*)::int from (select from outbox where failed_at is not null limit ${COUNTED_MAX}) f) as failed`),
  );
  if (!figures) throw new Error('The outbox could not be counted');
  return figures;
}

/** Deletes events that failed long ago. */
export function deleteFailedEvents({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'deleteFailedEvents',
    schedule: '27 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - FAILED_KEPT_MS);
      let removed = BATCH;
      while (removed === BATCH) {
        removed = await database.asSystem((tx) =>
          tx.run(sql`
            delete from outbox
            where id = any(array(select id from outbox where failed_at < ${until} limit ${BATCH}))`),
        );
      }
    },
  };
}
