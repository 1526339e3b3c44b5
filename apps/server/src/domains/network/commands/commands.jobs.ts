import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { sql } from 'kysely';
import type { StoredFiles } from '../../../platform/files/stored-files.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetWindows, type RolloutKey } from '../../../platform/rollout/site-windows.repository.ts';

const BATCH = 200;

interface Old {
  readonly tenant_id: string;
  readonly id: string;
}

/** Deletes batches after their retention period, with the captures of their commands. */
export function forgetCommands(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  files: StoredFiles,
): CronJob {
  return {
    name: 'forgetCommands',
    schedule: '37 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - COMMAND_LIMITS.keptMs);
      for (let removed = BATCH; removed === BATCH; ) {
        const old = await database.asSystem((tx) =>
          tx.all(sql<Old>`
            select tenant_id, id from command_batch
            where created_at < ${until} and not exists (
              select from command where command.tenant_id = command_batch.tenant_id
                and command.batch_id = command_batch.id and command.ended_at is null)
            order by created_at limit ${BATCH}`),
        );
        const tenants = old.map((batch) => batch.tenant_id);
        const ids = old.map((batch) => batch.id);
        const captures = await database.asSystem((tx) =>
          tx.all(sql<{ tenant_id: string; file_id: string }>`
            select tenant_id, file_id from command
            where (tenant_id, batch_id) in (select * from unnest(${tenants}::uuid[], ${ids}::uuid[]))
              and file_id is not null`),
        );
        // Files first: if the process stops in between, the batches are found again at the next run.
        for (const capture of captures) await files.remove({ tenant: capture.tenant_id }, capture.file_id);
        removed = await database.asSystem((tx) =>
          tx.run(sql`delete from command_batch
            where (tenant_id, id) in (select * from unnest(${tenants}::uuid[], ${ids}::uuid[]))`),
        );
      }
      await database.asSystem(async (tx) => {
        const ended = await tx.all(sql<RolloutKey>`
          delete from command_schedule where ended_at < ${until} returning tenant_id as tenant, id`);
        await forgetWindows(tx, ended);
      });
    },
  };
}
