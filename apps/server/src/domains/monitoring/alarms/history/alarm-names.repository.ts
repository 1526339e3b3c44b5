import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { rareMatches } from '../../../../platform/database/text-search.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** Above this number names are not listed one by one. */
export const NAMES_MAX = 1_000;

/** Names in the history that contain the text; one more than the maximum when there are too many. */
export async function historyNames(
  tx: Transaction,
  { tenant }: TenantScope,
  search: string,
): Promise<readonly string[]> {
  const rare = await rareMatches(tx, 'alarm_name', search);
  // The index finds bytes of other characters, too; the database decides which letters are the same in lower case.
  const isMatch = sql<boolean>`search like (select lower(${containing(search)}))`;
  const rows = await tx.all(
    rare === null
      ? sqlBuilder
          .selectFrom('alarm_name')
          .select('search')
          .where('tenant_id', '=', tenant)
          .where(isMatch)
          .limit(NAMES_MAX + 1)
      : sql<{ search: string }>`select search from unnest(${rare}::text[]) as rare (search) where ${isMatch}`,
  );
  return rows.map((row) => row.search);
}
