import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** More than these are not told one by one. */
export const NAMES_MAX = 1_000;

/** What of the history is called like this, as it is searched by; one more than the most when there is too much. */
export async function pastNames(tx: Transaction, { tenant }: TenantScope, search: string): Promise<string[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('alarm_name')
      .select('search')
      .where('tenant_id', '=', tenant)
      .where('search', 'like', sql<string>`(select lower(${containing(search)}))`)
      .limit(NAMES_MAX + 1),
  );
  return rows.map((row) => row.search);
}
