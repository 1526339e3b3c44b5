import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Makes the following statements of this transaction use indexes. Plans are cached, and one made while a
 * table was empty would scan all of it when it has filled up a minute later.
 */
export async function byIndex(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('enable_seqscan', 'off', true)`);
}
