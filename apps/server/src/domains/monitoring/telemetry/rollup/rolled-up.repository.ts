import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';

/** Stores that everything due before `until` is rolled up. */
export async function noteRolledUp(
  tx: Transaction,
  what: 'telemetry' | 'terminals',
  until: Date,
): Promise<void> {
  await tx.run(sql`
    insert into rolled_up (what, until) values (${what}, ${until})
    on conflict (what) do update set until = excluded.until where rolled_up.until < excluded.until`);
}
