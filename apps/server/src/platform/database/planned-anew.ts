import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Statements that follow in this transaction are planned for the tables as they are now. For those that read a lot
 * at a time: a plan kept from when a table was small may compare every row with every other.
 */
export async function plannedAnew(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
}
