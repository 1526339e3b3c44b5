import { sql } from 'kysely';
import type { TenantScope } from '../scope.ts';
import type { Transaction } from './database.ts';

/** Serializes the same work per account until the transaction ends, so that counts stay exact. */
export async function inTurn(tx: Transaction, { tenant }: TenantScope, what: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${what} ${tenant}`}, 0))`);
}
