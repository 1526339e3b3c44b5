import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope } from '../../../../platform/scope.ts';

type Person = Pick<Scope, 'tenant' | 'manager'>;

export async function selectedScopeOf(
  tx: Transaction,
  { tenant, manager }: Person,
): Promise<{ currentUUID: string | null; recentUUIDs: string[] }> {
  const row = await tx.first(
    sqlBuilder
      .selectFrom('selected_scope')
      .select(['place_id', 'recent_ids'])
      .where('tenant_id', '=', tenant)
      .where('manager_id', '=', manager),
  );
  return { currentUUID: row?.place_id ?? null, recentUUIDs: row?.recent_ids ?? [] };
}

/** The scope that was selected before becomes the newest recent one. */
export async function storeSelectedScope(
  tx: Transaction,
  { tenant, manager }: Person,
  placeId: string | null,
): Promise<void> {
  await tx.run(sql`
    insert into selected_scope (tenant_id, manager_id, place_id) values (${tenant}, ${manager}, ${placeId}::uuid)
    on conflict (tenant_id, manager_id) do update set place_id = excluded.place_id,
      recent_ids = (array_remove(
        case when selected_scope.place_id is null then selected_scope.recent_ids
          else array_prepend(selected_scope.place_id, array_remove(selected_scope.recent_ids, selected_scope.place_id))
        end, excluded.place_id))[1:${sql.lit(SESSION_LIMITS.recentScopesMax)}]
    where selected_scope.place_id is distinct from excluded.place_id`);
}
