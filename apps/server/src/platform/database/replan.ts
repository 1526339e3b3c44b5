import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Makes the following statements of this transaction be planned for the current tables. For statements that read a
 * lot at a time: a plan cached when a table was small may compare every row with every other.
 */
export async function plannedAnew(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
}
