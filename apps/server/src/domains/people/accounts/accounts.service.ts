import { isDeepStrictEqual } from 'node:util';
import type { Company, SetUp } from '@airloom/contract/accounts/accounts.model';
import { BUILT_IN_ROLES, type BuiltInRoleKey } from '@airloom/contract/roles';
import { audit, type ChangedObject, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { addMembership, createBuiltInRoles } from '../access/index.ts';
import { changeTree, insertFirstSite, requireMakingSites } from '../organizations/index.ts';
import * as repository from './accounts.repository.ts';

export async function getCompany(platform: Platform, scope: Scope): Promise<Company> {
  const company = await platform.database.withTenant(scope, (tx) => repository.findCompany(tx, scope));
  if (!company) throw new Failure('notFound');
  return company;
}

/** Returns whether something changed. */
export function updateCompany(platform: Platform, scope: Scope, company: Company): Promise<boolean> {
  return platform.database.withTenant(scope, async (tx) => {
    const change = await changeCompany(tx, scope, () => company);
    if (change === null) return false;
    await recordOperation(tx, scope, change);
    return true;
  });
}

/** Names the company and creates its first organization and site, all or nothing. */
export async function setUpAccount(
  platform: Platform,
  scope: Scope,
  { companyName, ...places }: SetUp,
): Promise<{ enterpriseUUID: string; siteUUID: string }> {
  requireMakingSites(scope);
  const made = { enterpriseUUID: '', siteUUID: '' };
  await changeTree(platform, scope, async (tx) => {
    const named = await changeCompany(tx, scope, (before) => ({ ...before, enterpriseName: companyName }));
    const { enterpriseUUID, siteUUID, changes } = await insertFirstSite(tx, platform, scope, places);
    Object.assign(made, { enterpriseUUID, siteUUID });
    return [...(named === null ? [] : [named]), ...changes];
  });
  return made;
}

/** The account takes the name of its company. */
async function changeCompany(
  tx: Transaction,
  scope: Scope,
  changed: (before: Company) => Company,
): Promise<ChangedObject | null> {
  const before = await repository.lockCompany(tx, scope);
  if (!before) throw new Failure('notFound');
  const after = changed(before);
  if (isDeepStrictEqual(before, after)) return null;
  await repository.updateCompany(tx, scope, after);
  const { enterpriseName, ...others } = after;
  const changes = audit.values(
    { ...before, enterpriseName: undefined, companyName: before.enterpriseName },
    { ...others, companyName: enterpriseName },
  );
  const account = { id: scope.tenant, name: before.enterpriseName || enterpriseName };
  return audit.object('account', account, {}, changes);
}

export interface AccountToOpen {
  readonly name: string;
  readonly enterpriseName: string;
  readonly ownerManagerId: string;
  readonly ownerAlias: string;
  readonly demo: boolean;
  /** It runs the installation. */
  readonly operator?: boolean;
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
