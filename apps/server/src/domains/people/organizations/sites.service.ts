import { isDeepStrictEqual } from 'node:util';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import type { Page } from '@airloom/contract/paging';
import { audit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope, type TenantScope } from '../../../platform/scope.ts';
import { putInBin } from './bin.repository.ts';
import { lockEnterprise } from './enterprises.repository.ts';
import { loggedSite, placeValues } from './logged-places.ts';
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
    const changes = audit.values(null, await logged(tx, scope, fields));
    return loggedSite({ id, name: fields.name }, [fields.enterpriseUUID], changes);
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
    const changes = audit.values(await logged(tx, scope, before), await logged(tx, scope, fields));
    const organizations = [...new Set([before.enterpriseUUID, fields.enterpriseUUID])];
    return loggedSite({ id: siteUUID, name: before.name }, organizations, changes);
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
    const changes = audit.values(await logged(tx, scope, before), null);
    return loggedSite({ id: siteUUID, name: before.name }, [before.enterpriseUUID], changes);
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

/** The fields of a site in the operation log. */
async function logged(tx: Transaction, scope: TenantScope, fields: repository.SiteFields) {
  const { enterpriseUUID, ...others } = fields;
  const places = await placeValues(tx, scope.tenant, { organizations: [enterpriseUUID] });
  return { ...others, organization: places.organizations([enterpriseUUID]) };
}
