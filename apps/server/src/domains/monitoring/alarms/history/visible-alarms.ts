import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { type Asker, visibleKinds } from '../../../network/devices/index.ts';
import { withinReach } from '../../../people/organizations/index.ts';

export function sitesOf({ tenant }: TenantScope) {
  return sqlBuilder.selectFrom('site').select('site.id').where('site.tenant_id', '=', tenant);
}

/** Alarms of these sites. Sites are looked up first: a join would not use the order of the alarm index. */
export function inSites(sites: ReturnType<typeof sitesOf>): Expression<SqlBool> {
  return sql<boolean>`alarm.site_id = any(array(${sites}))`;
}

function seen(scope: Pick<Scope, 'tenant' | 'reach'>): Expression<SqlBool> {
  if (scope.reach.kind === 'all') return sql<boolean>`true`;
  return inSites(sitesOf(scope).where(withinReach(scope)));
}

function ofSeenKind(scope: Pick<Scope, 'grants'>): Expression<SqlBool> {
  const kinds = visibleKinds(scope);
  if (kinds.length === DEVICE_KINDS.length) return sql<boolean>`true`;
  return sql<boolean>`(alarm.device_kind is null or alarm.device_kind = any(${kinds}::text[]))`;
}

/** Alarms of sites and device classes the caller sees. Rule, device and site may be deleted. */
function allAlarms(scope: Asker) {
  return sqlBuilder
    .selectFrom('alarm')
    .where('alarm.tenant_id', '=', scope.tenant)
    .where(seen(scope))
    .where(ofSeenKind(scope));
}

/** Without those removed from the history. */
export function visibleAlarms(scope: Asker) {
  return allAlarms(scope).where('alarm.removed_at', 'is', null);
}

/** Active alarms cannot have been removed. */
export function activeAlarms(scope: Asker) {
  return allAlarms(scope).where('alarm.cleared_at', 'is', null);
}

export function clearedAlarms(scope: Asker) {
  return visibleAlarms(scope).where('alarm.cleared_at', 'is not', null);
}
