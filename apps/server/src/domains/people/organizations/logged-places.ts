import type { LoggedValue } from '@airloom/contract/accounts/operation-log.model';
import { audit, type ChangedObject } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { reachNames } from './selection.repository.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A site in the operation log; with its organization the entry stays visible when the site is gone. */
export function loggedSite(
  site: Named,
  organizations: readonly string[] = [],
  changes?: ChangedObject['changes'],
): ChangedObject {
  return audit.object('site', site, { sites: [site.id], organizations }, changes);
}

/** An organization in the operation log. */
export function loggedOrganization(organization: Named, changes?: ChangedObject['changes']): ChangedObject {
  return audit.object('organization', organization, { organizations: [organization.id] }, changes);
}

/** Makes values of the operation log from ids; those in the recycle bin are left out. */
export interface PlaceValues {
  sites(ids: readonly (string | null)[]): LoggedValue;
  organizations(ids: readonly string[]): LoggedValue;
}

/** For values that name any of these. */
export async function placeValues(
  tx: Transaction,
  tenant: string,
  given: { readonly sites?: readonly (string | null)[]; readonly organizations?: readonly string[] },
): Promise<PlaceValues> {
  const names = await reachNames(tx, tenant, {
    siteIds: (given.sites ?? []).filter((id) => id !== null),
    enterpriseIds: given.organizations ?? [],
  });
  const named = (ids: readonly (string | null)[]): Named[] =>
    ids.flatMap((id) => {
      const name = id === null ? undefined : names.get(id);
      return id === null || name === undefined ? [] : [{ id, name }];
    });
  return {
    sites: (ids) => audit.references('site', named(ids), ({ id }) => id),
    organizations: (ids) => audit.references('organization', named(ids)),
  };
}
