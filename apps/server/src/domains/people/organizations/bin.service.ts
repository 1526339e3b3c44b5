import { BIN_LIMITS } from '@airloom/contract/organizations/organizations.limits';
import type { BinItem } from '@airloom/contract/organizations/organizations.model';
import type { Page } from '@airloom/contract/paging';
import type { ChangedObject } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import * as repository from './bin.repository.ts';
import { lockEnterprise } from './enterprises.repository.ts';
import { loggedOrganization, loggedSite } from './logged-places.ts';
import { requireOrganizations, requireWholeAccount } from './reach.ts';
import { changeTree } from './tree-change.ts';

/** What was deleted before this time is no longer in the recycle bin. */
export function binHorizon(now: Date): Date {
  return new Date(now.getTime() - BIN_LIMITS.keptMs);
}

export function listBin(platform: Platform, scope: Scope, request: PageRequest): Promise<Page<BinItem>> {
  const since = binHorizon(platform.now());
  return platform.database.withTenant(scope, (tx) => repository.listBin(tx, scope, since, request));
}

export async function restore(
  platform: Platform,
  scope: Scope,
  { kind, id }: { readonly kind: repository.BinKind; readonly id: string },
): Promise<void> {
  const since = binHorizon(platform.now());
  await changeTree(platform, scope, (tx) =>
    kind === 'organization' ? restoreEnterprise(tx, scope, since, id) : restoreSite(tx, scope, since, id),
  );
}

async function restoreEnterprise(
  tx: Transaction,
  scope: Scope,
  since: Date,
  id: string,
): Promise<ChangedObject> {
  requireWholeAccount(scope);
  const missing = 'org_manage:operate';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
  const binned = await repository.lockBinnedEnterprise(tx, scope, since, id);
  if (!binned) throw new Failure('notFound');
  await repository.takeOutOfBin(tx, scope, 'organization', id);
  return loggedOrganization({ id, name: binned.name });
}

async function restoreSite(tx: Transaction, scope: Scope, since: Date, id: string): Promise<ChangedObject> {
  requireOrganizations(scope);
  const binned = await repository.lockBinnedSite(tx, scope, since, id);
  if (!binned) throw new Failure('notFound');
  const enterprise = await lockEnterprise(tx, scope, binned.enterprise_id, 'share');
  if (!enterprise) throw new Failure('siteOrganizationInBin');
  await repository.takeOutOfBin(tx, scope, 'site', id);
  return loggedSite({ id, name: binned.name }, [binned.enterprise_id]);
}
