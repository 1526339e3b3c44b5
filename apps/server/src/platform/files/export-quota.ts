import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Scope } from '../scope.ts';

/** Exports a visitor of the demo can keep. */
export const DEMO_EXPORTS_MAX = 5;

/**
 * Makes room for one more export. Visitors of the demo share an account: each has a limit of their own, and at the
 * limit of the account the oldest exports are deleted.
 */
export async function requireExportQuota(
  tx: Transaction,
  quotas: Quotas,
  scope: Pick<Scope, 'tenant' | 'demoSession'>,
): Promise<void> {
  const { tenant, demoSession } = scope;
  if (demoSession === null) return quotas.require(tx, scope, 'exports');
  const left = await quotas.room(tx, scope, 'exports');
  const own = await tx.first(sql<{ count: number }>`
    select count(*)::int as count from stored_file
    where tenant_id = ${tenant} and session_id = ${demoSession}::uuid and expires_at > now()`);
  const used = own?.count ?? 0;
  if (used >= DEMO_EXPORTS_MAX) throw quotas.reached('exports', used, DEMO_EXPORTS_MAX);
  if (left > 0) return;
  await tx.run(sql`
    update stored_file set expires_at = now() where tenant_id = ${tenant} and id in (
      select id from stored_file
      where tenant_id = ${tenant} and session_id is not null and expires_at > now()
      order by expires_at desc offset ${quotas.limit('exports') - 1})`);
}
