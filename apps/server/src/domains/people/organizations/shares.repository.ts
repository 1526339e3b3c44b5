import { reachOf } from '@airloom/contract/roles';
import { type Database, sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';

/** A person in more accounts than this finds the others by switching role. */
const OTHER_ROLES_MAX = 20;

interface OtherRole {
  readonly tenant_id: string;
  readonly id: string;
  readonly role_id: string;
  readonly key: string;
}

/** Roles of the person in other accounts. The demo is not a share. */
function otherRoles(tx: Transaction, scope: Pick<Scope, 'tenant' | 'manager'>): Promise<OtherRole[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.tenant_id')
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'membership.tenant_id').onRef('role.id', '=', 'membership.role_id'),
      )
      .select(['membership.tenant_id', 'membership.id', 'membership.role_id', 'role.key'])
      .where('membership.manager_id', '=', scope.manager)
      .where('membership.tenant_id', '<>', scope.tenant)
      .where('membership.disabled_at', 'is', null)
      .where('account.closed_at', 'is', null)
      .where('account.demo', '=', false)
      .orderBy('membership.created_at')
      .orderBy('membership.id')
      .limit(OTHER_ROLES_MAX),
  );
}

function sitesOf(tx: Transaction, role: OtherRole) {
  const sites = sqlBuilder
    .selectFrom('site')
    .select(['site.id', 'site.name'])
    .where('site.tenant_id', '=', role.tenant_id)
    .where('site.deleted_at', 'is', null);
  if (reachOf(role.key) === 'account') return tx.all(sites);
  return tx.all(
    sites.where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('membership_site')
            .whereRef('membership_site.tenant_id', '=', 'site.tenant_id')
            .whereRef('membership_site.site_id', '=', 'site.id')
            .where('membership_site.membership_id', '=', role.id),
        ),
        where.exists(
          where
            .selectFrom('membership_enterprise')
            .whereRef('membership_enterprise.tenant_id', '=', 'site.tenant_id')
            .whereRef('membership_enterprise.enterprise_id', '=', 'site.enterprise_id')
            .where('membership_enterprise.membership_id', '=', role.id),
        ),
      ]),
    ),
  );
}

export interface SharedSite {
  readonly id: string;
  readonly name: string;
  readonly tenant: string;
  readonly roleId: string;
}

/** Sites of other accounts that this person sees, each read under the row-level security of its account. */
export async function sharedSites(
  database: Database,
  scope: Pick<Scope, 'tenant' | 'manager'>,
): Promise<SharedSite[]> {
  const shared = new Map<string, SharedSite>();
  for (const role of await database.withPerson(scope.manager, (tx) => otherRoles(tx, scope))) {
    const sites = await database.withTenant({ tenant: role.tenant_id }, (tx) => sitesOf(tx, role));
    for (const site of sites) {
      if (!shared.has(site.id))
        shared.set(site.id, { ...site, tenant: role.tenant_id, roleId: role.role_id });
    }
  }
  return [...shared.values()];
}
