import { sql } from 'kysely';
import type { TenantScope } from '../scope.ts';
import type { Transaction } from './database.ts';

/** Whoever does the same in this account waits until this transaction is over: what one counted, none adds to. */
export async function inTurn(tx: Transaction, { tenant }: TenantScope, what: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${what} ${tenant}`}, 0))`);
}
