import type { QuotaLimits, Usage } from '@airloom/contract/accounts/usage.model';
import { QUOTAS } from '@airloom/contract/quotas';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';

/** The usage of each quota by the whole account, for those who see all of it. */
export async function getUsage({ database, quotas }: Platform, scope: Scope): Promise<Usage[]> {
  if (scope.reach.kind !== 'all') throw new Failure('permissionDenied');
  const uses = await database.withTenant(scope, (tx) => quotas.usage(tx, scope));
  return uses.map((use) => ({ ...use, per: QUOTAS[use.quota].per }));
}

export function getQuotas({ quotas }: Platform): QuotaLimits {
  return quotas.limits();
}
