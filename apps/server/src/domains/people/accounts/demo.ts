import { randomBytes } from 'node:crypto';
import { SOURCE_LANGUAGE } from '@airloom/contract/languages';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { addMembership, membershipsOf } from '../access/index.ts';
import { insertEnterprise, insertSite } from '../organizations/index.ts';
import { type ClearAccount, clearAccount, removeAccount } from './account-removal.ts';
import { openAccount, roleIdOf } from './accounts.service.ts';
import * as repository from './demo.repository.ts';
import { DEMO_ACCOUNT_NAME, DEMO_ORGANIZATIONS, DEMO_USER_NAME } from './demo-content.ts';

/** Fills the demo once in the life of an installation, in the caller's transaction. Returns whether it did. */
export async function fillDemo(tx: Transaction, ownerManagerId: string): Promise<boolean> {
  if (!(await repository.claimDemo(tx))) return false;
  await createDemo(tx, ownerManagerId);
  return true;
}

async function createDemo(tx: Transaction, ownerManagerId: string): Promise<void> {
  const { tenant, roleIds } = await openAccount(tx, {
    name: DEMO_ACCOUNT_NAME,
    enterpriseName: DEMO_ACCOUNT_NAME,
    ownerManagerId,
    ownerAlias: await repository.userNameOf(tx, ownerManagerId),
    demo: true,
  });
  const siteIds = await fillOrganizations(tx, tenant);
  const visitor = await addVisitor(tx);
  await addMembership(tx, {
    tenant,
    managerId: visitor,
    roleId: roleIdOf(roleIds, BUILT_IN_ROLES.siteObserver.key),
    alias: DEMO_USER_NAME,
    siteIds,
  });
  await repository.rememberDemo(tx, { tenant, visitor });
}

async function fillOrganizations(tx: Transaction, tenant: string): Promise<string[]> {
  const siteIds: string[] = [];
  for (const { fields, sites } of DEMO_ORGANIZATIONS) {
    const enterpriseUUID = newId();
    await insertEnterprise(tx, { tenant }, enterpriseUUID, fields);
    for (const site of sites) {
      const id = newId();
      await insertSite(tx, { tenant }, id, { ...site, enterpriseUUID, observeOnly: false });
      siteIds.push(id);
    }
  }
  return siteIds;
}

async function addVisitor(tx: Transaction): Promise<string> {
  const id = newId();
  // A person may have registered under the name before the demo was switched on.
  for (let userName = DEMO_USER_NAME; ; userName = `${DEMO_USER_NAME}_${randomBytes(4).toString('hex')}`) {
    if (await repository.insertVisitor(tx, { id, userName, language: SOURCE_LANGUAGE })) return id;
  }
}

/** Removes the demo permanently. Its owner may do so from any of their accounts. */
export async function removeDemo(platform: Platform, scope: Scope, clearOthers: ClearAccount): Promise<void> {
  const remember = (tx: Transaction) =>
    repository.rememberDemo(tx, { removedAt: platform.now().toISOString() });
  // One that was reset meanwhile is removed too.
  while (!(await replaceDemo(platform, scope, clearOthers, remember)));
}

/**
 * Gives the demo its initial content again, as an account of its own: the sessions of its visitors end, and its devices
 * connect and report their past anew. Its owner may do so from any of their accounts.
 */
export async function resetDemo(platform: Platform, scope: Scope, clearOthers: ClearAccount): Promise<void> {
  await replaceDemo(platform, scope, clearOthers, (tx) => createDemo(tx, scope.manager));
}

/**
 * Deletes the demo, and stores what follows it in the same transaction. Returns false if another call replaced it
 * meanwhile.
 */
async function replaceDemo(
  platform: Platform,
  scope: Scope,
  clearOthers: ClearAccount,
  follow: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const { tenant } = await platform.database.asSystem((tx) => lockOwnDemo(tx, scope));
  await clearAccount(platform, tenant, clearOthers);
  const isReplaced = await platform.database.asSystem(async (tx) => {
    const demo = await lockOwnDemo(tx, scope);
    if (demo.tenant !== tenant) return false;
    await removeAccount(tx, tenant);
    await repository.deleteVisitor(tx, demo.visitorId);
    await repository.forgetDemoParts(tx);
    await follow(tx);
    const home = await homeOf(tx, scope, tenant);
    const removed = audit.object('account', { id: tenant, name: demo.name });
    if (home) await recordOperation(tx, { ...scope, tenant: home }, removed);
    return true;
  });
  platform.scopes.dropTenant(tenant);
  platform.wakeOutbox();
  return isReplaced;
}

async function lockOwnDemo(tx: Transaction, scope: Scope) {
  const demo = await repository.lockDemo(tx);
  if (!demo) throw new Failure('demoOff');
  if (demo.ownerId !== scope.manager) throw new Failure('permissionDenied');
  return demo;
}

/** The account whose operation log records the removal: never the removed account. */
async function homeOf(tx: Transaction, scope: Scope, demo: string): Promise<string | undefined> {
  if (scope.tenant !== demo) return scope.tenant;
  return (await membershipsOf(tx, scope.manager)).find((held) => held.owner)?.tenant;
}
