import type { Site } from '@airloom/contract/organizations/organizations.model';
import type { siteInput } from '@airloom/contract/organizations/organizations.rules';
import type { Page } from '@airloom/contract/paging';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { isAmong, rareMatches } from '../../../platform/database/text-search.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { withinReach } from './reach.ts';

type Asker = Pick<Scope, 'tenant' | 'reach'>;
export type SiteInput = z.output<typeof siteInput>;
export type SiteFields = Omit<SiteInput, 'observeOnly'> & { readonly observeOnly: boolean };

export const SITE_COLUMNS = [
  'site.id',
  'site.enterprise_id',
  'site.name',
  'site.code',
  'site.country_code',
  'site.address',
  'site.latitude',
  'site.longitude',
  'site.time_zone',
  'site.ntp_server',
  'site.observe_only',
  'site.contact_name',
  'site.remark',
  'site.created_at',
] as const;

const byName = sql<string>`lower(site.name)`;

function visibleSites(scope: Asker) {
  return sqlBuilder
    .selectFrom('site')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', 'is', null)
    .where(withinReach(scope));
}

interface SiteRow {
  readonly enterprise_id: string;
  readonly name: string;
  readonly code: string;
  readonly country_code: string;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly time_zone: string;
  readonly ntp_server: string;
  readonly observe_only: boolean;
  readonly contact_name: string;
  readonly remark: string;
}

function fieldsOf(row: SiteRow): SiteFields {
  return {
    enterpriseUUID: row.enterprise_id,
    name: row.name,
    code: row.code,
    countryCode: row.country_code,
    address: row.address,
    coordinates:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
    timeZone: row.time_zone,
    ntpServer: row.ntp_server,
    observeOnly: row.observe_only,
    contactName: row.contact_name,
    remark: row.remark,
  };
}

function columnsOf(fields: SiteFields): SiteRow {
  return {
    enterprise_id: fields.enterpriseUUID,
    name: fields.name,
    code: fields.code,
    country_code: fields.countryCode,
    address: fields.address,
    latitude: fields.coordinates?.latitude ?? null,
    longitude: fields.coordinates?.longitude ?? null,
    time_zone: fields.timeZone,
    ntp_server: fields.ntpServer,
    observe_only: fields.observeOnly,
    contact_name: fields.contactName,
    remark: fields.remark,
  };
}

/** By the texts of a site, or the name of its organization. */
function matches(scope: TenantScope, pattern: string): Expression<SqlBool> {
  const where = expressionBuilder<Tables, 'site'>();
  return where.or([
    where('site.name', 'ilike', pattern),
    where('site.code', 'ilike', pattern),
    where('site.address', 'ilike', pattern),
    where(
      'site.enterprise_id',
      'in',
      where
        .selectFrom('enterprise')
        .select('enterprise.id')
        .where('enterprise.tenant_id', '=', scope.tenant)
        .where('enterprise.name', 'ilike', pattern),
    ),
  ]);
}

const SORTING: Sorting = {
  by: {
    name: byName,
    enterpriseName: sql`lower(enterprise.name)`,
    createdAt: sql.ref('site.created_at'),
  },
  usual: 'name',
  id: sql.ref('site.id'),
};

export interface SitesRequest extends PageRequest {
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
  readonly withoutPlace?: boolean | undefined;
}

export type SitesFilter = Omit<SitesRequest, 'page' | 'size' | 'sort'>;

/** Visible sites that match a request. */
export async function findSites(tx: Transaction, scope: Asker, request: SitesFilter) {
  let found = visibleSites(scope);
  if (request.enterpriseUUID !== undefined) {
    found = found.where('site.enterprise_id', '=', request.enterpriseUUID);
  }
  if (request.siteUUID !== undefined) found = found.where('site.id', '=', request.siteUUID);
  if (request.withoutPlace === true) found = found.where('site.latitude', 'is', null);
  if (request.search !== '') {
    const rare = await rareMatches(tx, 'site', request.search);
    found = found.where(isAmong('site.id', rare)).where(matches(scope, containing(request.search)));
  }
  return found;
}

interface NamedSiteRow extends SiteRow {
  readonly id: string;
  readonly created_at: Date;
  readonly enterprise_name: string;
}

export function siteOf(row: NamedSiteRow): Site {
  return {
    siteUUID: row.id,
    enterpriseName: row.enterprise_name,
    createdAt: row.created_at.toISOString(),
    ...fieldsOf(row),
  };
}

export async function listSites(tx: Transaction, scope: Asker, request: SitesRequest): Promise<Page<Site>> {
  const found = await findSites(tx, scope, request);
  const named = found
    .innerJoin('enterprise', (join) =>
      join
        .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
        .onRef('enterprise.id', '=', 'site.enterprise_id'),
    )
    .select(SITE_COLUMNS)
    .select('enterprise.name as enterprise_name');
  const { total, rows } = await readPage(tx, request, found, named, SORTING);
  return { total, rows: rows.map(siteOf) };
}

/** Some sites by their own texts, for the search in everything. */
export async function searchSites(
  tx: Transaction,
  scope: Asker,
  search: string,
  atMost: number,
): Promise<{ siteUUID: string; name: string; enterpriseName: string }[]> {
  const pattern = containing(search);
  const rare = await rareMatches(tx, 'site', search);
  const rows = await tx.all(
    visibleSites(scope)
      .innerJoin('enterprise', (join) =>
        join
          .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
          .onRef('enterprise.id', '=', 'site.enterprise_id'),
      )
      .select(['site.id', 'site.name', 'enterprise.name as enterprise_name'])
      .where(isAmong('site.id', rare))
      .where((where) =>
        where.or([
          where('site.name', 'ilike', pattern),
          where('site.code', 'ilike', pattern),
          where('site.address', 'ilike', pattern),
        ]),
      )
      .orderBy(byName)
      .orderBy('site.id')
      .limit(atMost),
  );
  return rows.map((row) => ({ siteUUID: row.id, name: row.name, enterpriseName: row.enterprise_name }));
}

/** All sites the caller sees, by name. */
export function siteNames(tx: Transaction, scope: Asker) {
  return tx.all(
    visibleSites(scope)
      .select(['site.id', 'site.name', 'site.enterprise_id'])
      .orderBy(byName)
      .orderBy('site.id'),
  );
}

/** Ids of an account's sites by their names. */
export async function sitesNamed(
  tx: Transaction,
  scope: TenantScope,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('site')
      .select(['id', 'name'])
      .where('tenant_id', '=', scope.tenant)
      .where('deleted_at', 'is', null)
      .where('name', '=', sql<string>`any(${names}::text[])`),
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A site, locked until the transaction ends. */
export async function lockSite(tx: Transaction, scope: Asker, id: string): Promise<SiteFields | undefined> {
  const row = await tx.first(
    visibleSites(scope).select(SITE_COLUMNS).where('site.id', '=', id).forUpdate('site'),
  );
  return row && fieldsOf(row);
}

/** A site that something is added to, locked so that it is not deleted meanwhile. */
export function shareSite(tx: Transaction, scope: Asker, id: string) {
  return tx.first(
    visibleSites(scope)
      .select(['site.id', 'site.name', 'site.enterprise_id'])
      .where('site.id', '=', id)
      .forShare('site'),
  );
}

export async function insertSite(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  fields: SiteFields,
): Promise<void> {
  await tx.run(sqlBuilder.insertInto('site').values({ tenant_id: scope.tenant, id, ...columnsOf(fields) }));
}

export async function updateSite(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  fields: SiteFields,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('site')
      .set(columnsOf(fields))
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}
