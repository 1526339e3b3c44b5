import { isDeepStrictEqual } from 'node:util';
import type { Enterprise } from '@airloom/contract/organizations/organizations.model';
import type { Page } from '@airloom/contract/paging';
import { audit } from '../../../platform/audit.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { putInBin } from './bin.repository.ts';
import * as repository from './enterprises.repository.ts';
import { loggedOrganization } from './logged-places.ts';
import { requireOrganizations, requireWholeAccount } from './reach.ts';
import { changeTree } from './tree-change.ts';

export function listEnterprises(
  platform: Platform,
  scope: Scope,
  request: PageRequest,
): Promise<Page<Enterprise>> {
  return platform.database.withTenant(scope, (tx) => repository.listEnterprises(tx, scope, request));
}

export async function createEnterprise(
  platform: Platform,
  scope: Scope,
  fields: repository.EnterpriseFields,
): Promise<string> {
  requireWholeAccount(scope);
  const id = newId();
  await changeTree(platform, scope, async (tx) => {
    await platform.quotas.require(tx, scope, 'organizations');
    await repository.insertEnterprise(tx, scope, id, fields);
    return loggedOrganization({ id, name: fields.name }, audit.values(null, fields));
  });
  return id;
}

export function updateEnterprise(
  platform: Platform,
  scope: Scope,
  { enterpriseUUID, ...fields }: repository.EnterpriseFields & { readonly enterpriseUUID: string },
): Promise<boolean> {
  requireOrganizations(scope);
  return changeTree(platform, scope, async (tx) => {
    const before = await repository.lockEnterprise(tx, scope, enterpriseUUID, 'update');
    if (!before) throw new Failure('notFound');
    if (isDeepStrictEqual(before, fields)) return null;
    await repository.updateEnterprise(tx, scope, enterpriseUUID, fields);
    const changes = audit.values(before, fields);
    return loggedOrganization({ id: enterpriseUUID, name: before.name }, changes);
  });
}

export async function deleteEnterprise(
  platform: Platform,
  scope: Scope,
  id: string,
  sessionId: string | null,
): Promise<void> {
  requireWholeAccount(scope);
  await changeTree(platform, scope, async (tx) => {
    const before = await repository.lockEnterprise(tx, scope, id, 'update');
    if (!before) throw new Failure('notFound');
    if (await repository.isInView(tx, scope, id, sessionId)) throw new Failure('organizationInView');
    if (await repository.hasSites(tx, scope, id)) throw new Failure('organizationHasSites');
    await putInBin(tx, scope, 'organization', id, platform.now());
    return loggedOrganization({ id, name: before.name }, audit.values(before, null));
  });
}
