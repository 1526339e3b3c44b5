import { isDeepStrictEqual } from 'node:util';
import type { Company } from '@airloom/contract/accounts/accounts.model';
import { BUILT_IN_ROLES, type BuiltInRoleKey } from '@airloom/contract/roles';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { addMembership, createBuiltInRoles } from '../access/index.ts';
import * as repository from './accounts.repository.ts';

export async function getCompany(platform: Platform, scope: Scope): Promise<Company> {
  const company = await platform.database.withTenant(scope, (tx) => repository.findCompany(tx, scope));
  if (!company) throw new Failure('notFound');
  return company;
}

/** Returns whether something changed. */
export function updateCompany(platform: Platform, scope: Scope, company: Company): Promise<boolean> {
  return platform.database.withTenant(scope, async (tx) => {
    const before = await repository.lockCompany(tx, scope);
    if (!before) throw new Failure('notFound');
    if (isDeepStrictEqual(before, company)) return false;
    await repository.updateCompany(tx, scope, company);
    const { enterpriseName, ...others } = company;
    const changes = audit.values(
      { ...before, enterpriseName: undefined, companyName: before.enterpriseName },
      { ...others, companyName: enterpriseName },
    );
    const account = { id: scope.tenant, name: before.enterpriseName || enterpriseName };
    await recordOperation(tx, scope, audit.object('account', account, {}, changes));
    return true;
  });
}

export interface AccountToOpen {
  readonly name: string;
  readonly enterpriseName: string;
  readonly ownerManagerId: string;
  readonly ownerAlias: string;
  readonly demo: boolean;
}

export interface OpenedAccount {
  readonly tenant: string;
  /** Owners are super administrators. */
  readonly membershipId: string;
  readonly roleIds: ReadonlyMap<BuiltInRoleKey, string>;
}

/** Creates a main account with its built-in roles and its owner. Runs as the system. */
export async function openAccount(tx: Transaction, account: AccountToOpen): Promise<OpenedAccount> {
  const tenant = newId();
  await repository.insertAccount(tx, { id: tenant, ...account });
  const roleIds = await createBuiltInRoles(tx, tenant);
  const membershipId = await addMembership(tx, {
    tenant,
    managerId: account.ownerManagerId,
    roleId: roleIdOf(roleIds, BUILT_IN_ROLES.superAdministrator.key),
    alias: account.ownerAlias,
    owner: true,
  });
  await publishEvent(tx, tenant, 'AccountOpened', {});
  return { tenant, membershipId, roleIds };
}

export function roleIdOf(roleIds: OpenedAccount['roleIds'], key: BuiltInRoleKey): string {
  const id = roleIds.get(key);
  if (id === undefined) throw new Error(`The account has no role ${key}`);
  return id;
}
