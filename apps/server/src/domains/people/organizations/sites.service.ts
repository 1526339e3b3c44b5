import { isDeepStrictEqual } from 'node:util';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import type { Page } from '@airloom/contract/paging';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope, type TenantScope } from '../../../platform/scope.ts';
import { putInBin } from './bin.repository.ts';
import { lockEnterprise } from './enterprises.repository.ts';
import { requireOrganizations } from './reach.ts';
import * as repository from './sites.repository.ts';
import { changeTree } from './tree-change.ts';

export function listSites(
  platform: Platform,
  scope: Scope,
  request: repository.SitesRequest,
): Promise<Page<Site>> {
  return platform.database.withTenant(scope, (tx) => repository.listSites(tx, scope, request));
}

export async function listSiteNames(platform: Platform, scope: Scope) {
  const sites = await platform.database.withTenant(scope, (tx) => repository.siteNames(tx, scope));
  return sites.map((site) => ({
    siteUUID: site.id,
    siteName: site.name,
    enterpriseUUID: site.enterprise_id,
  }));
}

export async function createSite(
  platform: Platform,
  scope: Scope,
  input: repository.SiteInput,
): Promise<string> {
  requireOrganizations(scope);
  const fields = { ...input, observeOnly: input.observeOnly ?? false };
  const id = newId();
  await changeTree(platform, scope, async (tx) => {
    await lockOrganization(tx, scope, fields.enterpriseUUID);
    await platform.quotas.require(tx, scope, 'sites');
    await repository.insertSite(tx, scope, id, fields);
    return { target: siteTarget(fields), after: fields };
  });
  return id;
}

export function updateSite(
  platform: Platform,
  scope: Scope,
  { siteUUID, ...input }: repository.SiteInput & { readonly siteUUID: string },
): Promise<boolean> {
  return changeTree(platform, scope, async (tx) => {
    const before = await repository.lockSite(tx, scope, siteUUID);
    if (!before) throw new Failure('notFound');
    const fields = { ...input, observeOnly: input.observeOnly ?? before.observeOnly };
    if (isDeepStrictEqual(before, fields)) return null;
    if (before.observeOnly !== fields.observeOnly) requireConfiguring(scope);
    if (before.enterpriseUUID !== fields.enterpriseUUID) {
      requireOrganizations(scope);
      await lockOrganization(tx, scope, fields.enterpriseUUID);
    }
    await repository.updateSite(tx, scope, siteUUID, fields);
    if (configuredFrom(before, fields))
      await publishEvent(tx, scope.tenant, 'SiteSettingsChanged', { siteId: siteUUID });
    return { target: siteTarget(fields), before, after: fields };
  });
}

/** Throws when the site contains something that must be removed first; called while the site is locked. */
export type SiteInUse = (tx: Transaction, scope: TenantScope, siteId: string) => Promise<void>;

export async function deleteSite(
  platform: Platform,
  scope: Scope,
  siteUUID: string,
  refuseInUse: SiteInUse,
): Promise<void> {
  requireOrganizations(scope);
  await changeTree(platform, scope, async (tx) => {
    const before = await repository.lockSite(tx, scope, siteUUID);
    if (!before) throw new Failure('notFound');
    await refuseInUse(tx, scope, siteUUID);
    await putInBin(tx, scope, 'site', siteUUID, platform.now());
    return { target: siteTarget(before), before };
  });
}

/** Whether devices may be changed is decided by people who may take over their configuration. */
function requireConfiguring(scope: Scope): void {
  const missing = 'org_manage:operate';
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

/** Whether a change affects the configurations of its devices. */
function configuredFrom(before: repository.SiteFields, after: repository.SiteFields): boolean {
  return (['timeZone', 'ntpServer', 'countryCode', 'observeOnly'] as const).some(
    (field) => before[field] !== after[field],
  );
}

/** The organization of a site must not be deleted meanwhile. */
async function lockOrganization(tx: Transaction, scope: Scope, id: string): Promise<void> {
  if (!(await lockEnterprise(tx, scope, id, 'share'))) throw new Failure('notFound');
}

/** How the operation log names a site. */
export function siteTarget({ name }: { readonly name: string }): string {
  return `site ${name}`;
}
