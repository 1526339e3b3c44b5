import { DEVICE_KINDS, type DeviceKind, KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import type { GuardGrant } from '@airloom/contract/guards';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { sqlBuilder } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { visibleKinds } from '../../../platform/device-classes.ts';
import { Failure } from '../../../platform/failure.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { withinReach } from '../../people/organizations/index.ts';

export type Asker = Pick<Scope, 'tenant' | 'reach' | 'grants'>;

function operationOf(kind: DeviceKind) {
  return `${KIND_PERMISSION[kind]}:operate` as const;
}

/** Requires the permission to operate each of these kinds. */
export function requireOperable(scope: Pick<Scope, 'grants'>, kinds: Iterable<DeviceKind>): void {
  if (may(scope, 'all_device:operate')) return;
  for (const kind of new Set(kinds)) {
    const missing = operationOf(kind);
    if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
  }
}

/** Replacing configurations and device passwords takes the right to operate organizations. */
export function requireOrganizationsOperated(scope: Pick<Scope, 'grants'>): void {
  const missing = 'org_manage:operate';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

/** Unclaimed devices are visible with reach of the whole account. */
export function seesWaiting({ reach }: Pick<Scope, 'reach'>): boolean {
  return reach.kind === 'all';
}

export function requireWholeAccount(scope: Pick<Scope, 'reach'>): void {
  if (scope.reach.kind !== 'all') throw new Failure('permissionDenied');
}

const everything = sql<boolean>`true`;

/** Sites a person sees. */
export function sitesWithin(scope: Pick<Scope, 'tenant' | 'reach'>) {
  return sqlBuilder
    .selectFrom('site')
    .select('site.id')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', 'is', null)
    .where(withinReach(scope));
}

type Sited =
  | 'device'
  | 'device_group'
  | 'claim_code'
  | 'terminal_session'
  | 'terminal_1h'
  | 'device_log'
  | 'device_stay'
  | 'device_moved_1h';

/**
 * Condition on a site column: the row belongs, or belonged when it was written, to a site within reach. Rows from
 * earlier sites of a moved device are hidden from people of its new site.
 */
export function siteWithinReach(
  scope: Pick<Scope, 'tenant' | 'reach'>,
  column: `${Sited}.site_id`,
): Expression<SqlBool> {
  if (scope.reach.kind === 'all') return everything;
  return expressionBuilder<Tables, Sited>()(column, 'in', sitesWithin(scope));
}

export function ofVisibleKind(scope: Pick<Scope, 'grants'>): Expression<SqlBool> {
  const kinds = visibleKinds(scope);
  if (kinds.length === DEVICE_KINDS.length) return everything;
  return expressionBuilder<Tables, 'device'>()('device.kind', '=', sql<DeviceKind>`any(${kinds}::text[])`);
}

/** Visible devices; unclaimed ones require reach of the whole account. */
export function visibleDevices(scope: Asker) {
  return sqlBuilder
    .selectFrom('device')
    .where('device.tenant_id', '=', scope.tenant)
    .where(ofVisibleKind(scope))
    .where(siteWithinReach(scope, 'device.site_id'));
}

/** On a row of `device`: somebody with one of these roles sees it and may send commands, or do what `grant` allows. */
export function isOperableIn(
  scopes: readonly Asker[],
  grant: GuardGrant = 'device_manage:operate',
): RawBuilder<boolean> {
  const conditions = scopes
    .filter((scope) => may(scope, grant))
    .map((scope) => {
      const kinds = DEVICE_KINDS.filter(
        (kind) => may(scope, 'all_device:operate') || may(scope, operationOf(kind)),
      );
      return sql<boolean>`(device.kind = any(${kinds}::text[]) and ${ofVisibleKind(scope)}
        and ${siteWithinReach(scope, 'device.site_id')})`;
    });
  // Null for a device without a site.
  return conditions.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`coalesce(${sql.join(conditions, sql` or `)}, false)`;
}
