import type { QuotaLimits, Usage } from '@airloom/contract/accounts/usage.model';
import { QUOTAS } from '@airloom/contract/quotas';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/scope.ts';

/** What the whole account uses of each quota. */
export async function getUsage({ database, quotas }: Platform, scope: Scope): Promise<Usage[]> {
  const uses = await database.withTenant(scope, (tx) => quotas.usage(tx, scope));
  return uses.map((use) => ({ ...use, per: QUOTAS[use.quota].per }));
}

export function getQuotas({ quotas }: Platform): QuotaLimits {
  return quotas.limits();
}
