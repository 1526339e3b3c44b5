import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../database/database.ts';
import type { CronJob } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';

const BATCH = 200;

/** Deletes expired files: first the bytes, so that no row is deleted whose bytes remain. */
export function forgetExpiredFiles(platform: Pick<Platform, 'database' | 'files'>): CronJob {
  return {
    name: 'forgetExpiredFiles',
    schedule: '*/20 * * * *',
    run: async () => {
      let forgotten = BATCH;
      while (forgotten === BATCH) {
        forgotten = await platform.database.asSystem(async (tx) => {
          const ids = await expired(tx);
          for (const id of ids) await platform.files.delete(id);
          await tx.run(
            sqlBuilder.deleteFrom('stored_file').where('id', '=', sql<string>`any(${ids}::uuid[])`),
          );
          return ids.length;
        });
      }
    },
  };
}

async function expired(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('stored_file')
      .select('id')
      .where('expires_at', '<=', sql<Date>`now()`)
      .limit(BATCH)
      .forUpdate()
      .skipLocked(),
  );
  return rows.map(({ id }) => id);
}
