import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Statements that follow in this transaction look rows up by index. Their plans are kept, and one made while a
 * table was still empty would read all of it again and again when it has filled up a minute later.
 */
export async function byIndex(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('enable_seqscan', 'off', true)`);
}
