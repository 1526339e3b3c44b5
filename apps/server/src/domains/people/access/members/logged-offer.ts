import { audit, type ChangedObject } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { placeValues, type Selection } from '../../organizations/index.ts';

/** A role with its organizations or sites, of a member or an invitation. */
export interface LoggedOffer extends Selection {
  readonly role: { readonly id: string; readonly key: string; readonly name: string };
}

/** A row with the role and selection of a member or an invitation. */
interface OfferRow {
  readonly role_id: string;
  readonly role_key: string;
  readonly role_name: string;
  readonly enterprise_ids: readonly string[];
  readonly site_ids: readonly string[];
}

export function offerOf(row: OfferRow): LoggedOffer {
  return {
    role: { id: row.role_id, key: row.role_key, name: row.role_name },
    enterpriseIds: row.enterprise_ids.toSorted(),
    siteIds: row.site_ids.toSorted(),
  };
}

/** Changed values of an offer; built-in roles are named by their keys. */
export async function offerChanges(
  tx: Transaction,
  { tenant }: TenantScope,
  before: LoggedOffer | null,
  after: LoggedOffer | null,
): Promise<ChangedObject['changes']> {
  const given = [before, after].filter((offer) => offer !== null);
  const places = await placeValues(tx, tenant, {
    sites: given.flatMap(({ siteIds }) => siteIds),
    organizations: given.flatMap(({ enterpriseIds }) => enterpriseIds),
  });
  const logged = ({ role, enterpriseIds, siteIds }: LoggedOffer) => ({
    role: audit.references('role', [{ id: role.id, name: role.name || role.key }]),
    organizations: places.organizations(enterpriseIds),
    sites: places.sites(siteIds),
  });
  return audit.values(before && logged(before), after && logged(after));
}

/** A member or an invitation in the operation log of everything it was or is offered. */
export function loggedOffer(
  kind: 'member' | 'invitation',
  named: { readonly id: string; readonly name: string },
  offers: readonly LoggedOffer[],
  changes?: ChangedObject['changes'],
): ChangedObject {
  const place = {
    sites: offers.flatMap(({ siteIds }) => siteIds),
    organizations: [...new Set(offers.flatMap(({ enterpriseIds }) => enterpriseIds))],
  };
  return audit.object(kind, named, place, changes);
}
