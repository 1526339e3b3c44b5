import type { Reach } from '@airloom/contract/access/access.model';
import { selectionProblem } from '@airloom/contract/access/access.rules';
import { reachOf } from '@airloom/contract/roles';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { type Selection, unknownSelection } from '../../organizations/index.ts';
import { mayGrant } from '../roles/role-grants.ts';
import { lockRole, type RoleRow } from '../roles/roles.repository.ts';

const NOTHING: Selection = { enterpriseIds: [], siteIds: [] };

/** How many organizations or sites a list names. */
const NAMED_MAX = 3;

export interface Offer {
  readonly role: RoleRow;
  readonly selection: Selection;
}

/** A role and its selection, when the caller may give both; the role is locked while the transaction runs. */
export async function lockOffer(
  tx: Transaction,
  scope: Scope,
  chosen: { readonly roleUUID: string; readonly reach: Reach },
): Promise<Offer> {
  const role = await lockRole(tx, scope, chosen.roleUUID, 'use');
  if (!role) throw new Failure('notFound');
  if (!mayGrant(scope, role)) throw new Failure('grantsMoreThanHeld');
  const problem = selectionProblem(reachOf(role.key), chosen.reach);
  if (problem !== null) throw new Failure(problem);
  if (reachOf(role.key) === 'account') return { role, selection: NOTHING };
  const selection = {
    enterpriseIds: [...new Set(chosen.reach.enterpriseUUIDs)].sort(),
    siteIds: [...new Set(chosen.reach.siteUUIDs)].sort(),
  };
  if ((await unknownSelection(tx, scope, selection)).length > 0) throw new Failure('notFound');
  return { role, selection };
}

/** The first names of a selection; what is in the recycle bin has none. */
export function firstNames(
  { enterpriseIds, siteIds }: Selection,
  names: ReadonlyMap<string, string>,
): string[] {
  return [...enterpriseIds, ...siteIds]
    .flatMap((id) => names.get(id) ?? [])
    .sort((a, b) => a.localeCompare(b))
    .slice(0, NAMED_MAX);
}

/** All ids of several selections, so that names are read in one query. */
export function together(
  rows: readonly { readonly enterprise_ids: readonly string[]; readonly site_ids: readonly string[] }[],
): Selection {
  return {
    enterpriseIds: [...new Set(rows.flatMap((row) => row.enterprise_ids))],
    siteIds: [...new Set(rows.flatMap((row) => row.site_ids))],
  };
}
