import type { RoleRecord } from '@airloom/contract/access/access.model';
import { aliasOf } from '@airloom/contract/formats/people/alias';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Selection } from '../../organizations/index.ts';
import { revokeOf } from '../invitations/invitations.repository.ts';
import { roleRecords } from '../roles/role-assignments.repository.ts';
import * as repository from './memberships.repository.ts';

type NewMember = Omit<repository.NewMembership, 'owner'> &
  Partial<Selection & Pick<repository.NewMembership, 'owner'>>;

/** The roles a person holds, over all accounts. */
export function roleRecordsOf(
  { database }: Pick<Platform, 'database'>,
  managerId: string,
): Promise<RoleRecord[]> {
  return database.withPerson(managerId, (tx) => roleRecords(tx, managerId));
}

/** Adds a person to an account. Roles that see the whole account need no organizations or sites. */
export async function addMembership(tx: Transaction, member: NewMember): Promise<string> {
  const { owner = false, enterpriseIds = [], siteIds = [], alias, ...rest } = member;
  const id = newId();
  await repository.insertMembership(tx, id, { ...rest, alias: aliasOf(alias), owner });
  await repository.give(tx, member.tenant, id, { enterpriseIds, siteIds });
  return id;
}

/**
 * The caller's own membership, locked until the transaction ends: nobody removes or disables them meanwhile, and
 * a caller who was just removed or disabled is refused.
 */
export async function lockMembership(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'membership'>,
): Promise<void> {
  const membership = await repository.lockOwnMembership(tx, scope);
  if (!membership) throw new Failure('accessDataDeleted');
  if (membership.disabled_at !== null) throw new Failure('accountError');
}

/** The person's alias in their current account; undefined keeps it. Returns the previous one. */
export async function updateAlias(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'membership'>,
  alias: string | undefined,
): Promise<string> {
  const membership = await repository.lockOwnMembership(tx, scope);
  if (!membership) throw new Failure('accessDataDeleted');
  if (alias !== undefined) await repository.updateMembership(tx, scope.tenant, scope.membership, { alias });
  await publishEvent(tx, scope.tenant, 'PeopleChanged', {});
  return membership.alias;
}

/** Removes a person who closes their account from all other accounts. */
export async function removeMemberships(
  tx: Transaction,
  { managerId, userName }: { readonly managerId: string; readonly userName: string },
  options: { readonly exceptTenants: readonly string[] },
): Promise<void> {
  const left = await repository.deleteMembershipsOf(tx, managerId, options.exceptTenants);
  for (const tenant of left) {
    await revokeOf(tx, tenant, { managerId, contacts: [] });
    await publishEvent(tx, tenant, 'PeopleChanged', {});
    await publishEvent(tx, tenant, 'PersonLeft', { name: userName, by: managerId });
  }
}
