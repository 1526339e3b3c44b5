import type { Page } from '@airloom/contract/paging';
import type { OrganizationHealthRow, SiteHealthRow } from '@airloom/contract/statistics/statistics.model';
import { type Expression, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { may } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import {
  enterpriseOf,
  findEnterprises,
  findSites,
  SITE_COLUMNS,
  type SitesFilter,
  siteOf,
} from '../../../people/organizations/index.ts';
import { type Place, sitesAt } from '../figures/place.repository.ts';
import {
  HEALTH_COLUMNS,
  type HealthRow,
  healthOf,
  seenBy,
  seesEverything,
  siteFigures,
  trafficOf,
} from './health-rows.ts';
import { ATTENTION, SEVERITY_PER_STATE, severityOf, TROUBLE } from './site-severity.ts';

const FIGURES = {
  status: sql.ref('health.severity'),
  name: sql.ref('health.sort_name'),
  devices: sql.ref('health.devices'),
  offline: sql.ref('health.offline'),
  clients: sql.ref('health.clients'),
  alarms: sql.ref('health.alarms'),
  outdated: sql.ref('health.outdated'),
  traffic: sql.ref('health.traffic'),
};
const SITE_ORDERS: Orders = {
  ...FIGURES,
  enterpriseName: sql`lower(enterprise.name)`,
  createdAt: sql.ref('site.created_at'),
};
const ORGANIZATION_ORDERS: Orders = {
  ...FIGURES,
  siteCount: sql.ref('health.sites'),
  createdAt: sql.ref('enterprise.created_at'),
};

type Orders = Readonly<Record<string, Expression<unknown>>>;

const WORST_FIRST = '-status';

/** Equal figures are sorted by name in both directions. */
function orderOf({ sort = WORST_FIRST }: PageRequest, orders: Orders) {
  const isDescending = sort.startsWith('-');
  const column = orders[isDescending ? sort.slice(1) : sort];
  if (column === undefined) throw new Error(`Nothing to sort by ${sort} with`);
  return { column, direction: isDescending ? ('desc' as const) : ('asc' as const) };
}

async function count(tx: Transaction, found: Expression<unknown>): Promise<number> {
  const row = await tx.first(sql<{ total: number }>`select count(*)::int as total from ${found} as found`);
  return row?.total ?? 0;
}

export async function listSiteHealth(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & SitesFilter,
): Promise<Page<SiteHealthRow>> {
  const found = await findSites(tx, scope, request);
  const { column, direction } = orderOf(request, SITE_ORDERS);
  const [rows, total] = await Promise.all([
    tx.all(
      found
        .innerJoin(siteFigures(scope).as('health'), (join) => join.onRef('health.site_id', '=', 'site.id'))
        .innerJoin('enterprise', (join) =>
          join
            .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
            .onRef('enterprise.id', '=', 'site.enterprise_id'),
        )
        .select(SITE_COLUMNS)
        .select('enterprise.name as enterprise_name')
        .select(HEALTH_COLUMNS.map((name) => `health.${name}` as const))
        .orderBy(column, direction)
        .orderBy('health.sort_name')
        .orderBy('health.site_id')
        .limit(request.size)
        .offset((request.page - 1) * request.size),
    ),
    count(tx, found.select(sql`1`.as('one'))),
  ]);
  const sees = seenBy(scope);
  const seesTraffic = may(scope, 'statistics');
  return {
    total,
    rows: rows.map((row) => ({ ...siteOf(row), ...healthOf(row, sees), ...trafficOf(row, seesTraffic) })),
  };
}

interface OrganizationColumns extends HealthRow {
  readonly enterprise_id: string;
  readonly sort_name: string;
  readonly sites: number;
  readonly trouble: number;
  readonly attention: number;
}

/** Number of sites in a state. */
function inState(state: typeof TROUBLE) {
  return sql`count(*) filter (where health.severity / ${SEVERITY_PER_STATE} = ${state})::int`;
}

/** Figures by organization; for people who see parts of them, the sums of what they see. */
function organizationFigures(scope: Asker) {
  if (seesEverything(seenBy(scope)) && scope.reach.kind !== 'sites') {
    return sqlBuilder
      .selectFrom('enterprise_health')
      .select(['enterprise_id', 'sites', 'trouble', 'attention', ...HEALTH_COLUMNS])
      .where('enterprise_health.tenant_id', '=', scope.tenant)
      .$castTo<OrganizationColumns>();
  }
  const sites = sitesAt(scope, {}).select(['site.id', 'site.enterprise_id']);
  const summed = [
    'devices',
    'online',
    'offline',
    'clients',
    'outdated',
    'urgent',
    'important',
    'secondary',
    'notice',
    'alarms',
  ];
  const sums = summed.map((name) => sql`coalesce(sum(${sql.id('health', name)}), 0)::int as ${sql.id(name)}`);
  const hourly = sql`array(
    select sum(bytes)::bigint from (${sites}) of_reach
    join site_health on site_health.tenant_id = ${scope.tenant} and site_health.site_id = of_reach.id and kind = 'all',
      unnest(site_health.hourly) with ordinality as hours (bytes, place)
    where of_reach.enterprise_id = totals.enterprise_id group by place order by place)`;
  return sqlBuilder
    .selectFrom(
      sql<OrganizationColumns>`(
        with totals as (
          select stored.enterprise_id, stored.sort_name, count(health.site_id)::int as sites,
            ${inState(TROUBLE)} as trouble, ${inState(ATTENTION)} as attention,
            coalesce(max(health.severity / ${SEVERITY_PER_STATE}), 1) as worst,
            coalesce(sum(health.traffic), 0)::bigint as traffic, ${sql.join(sums)}
          from enterprise_health stored
          left join ((${sites}) seen join (${siteFigures(scope)}) health on health.site_id = seen.id)
            on seen.enterprise_id = stored.enterprise_id
          where stored.tenant_id = ${scope.tenant}
          group by stored.enterprise_id, stored.sort_name
        )
        select totals.*, ${severityOf(null)} as severity, ${hourly} as hourly from totals)`.as(
        'organizations',
      ),
    )
    .selectAll()
    .$castTo<OrganizationColumns>();
}

export async function listOrganizationHealth(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & Place,
): Promise<Page<OrganizationHealthRow>> {
  let found = findEnterprises(scope, request.search);
  if (request.enterpriseUUID !== undefined) found = found.where('enterprise.id', '=', request.enterpriseUUID);
  if (request.siteUUID !== undefined) {
    found = found.where(
      'enterprise.id',
      'in',
      sitesAt(scope, { siteUUID: request.siteUUID }).select('site.enterprise_id'),
    );
  }
  const { column, direction } = orderOf(request, ORGANIZATION_ORDERS);
  const [rows, total] = await Promise.all([
    tx.all(
      found
        .innerJoin(organizationFigures(scope).as('health'), (join) =>
          join.onRef('health.enterprise_id', '=', 'enterprise.id'),
        )
        .select(['enterprise.id', 'enterprise.name', 'enterprise.address', 'enterprise.created_at'])
        .select(['health.sites', 'health.trouble', 'health.attention'])
        .select(HEALTH_COLUMNS.map((name) => `health.${name}` as const))
        .orderBy(column, direction)
        .orderBy('health.sort_name')
        .orderBy('health.enterprise_id')
        .limit(request.size)
        .offset((request.page - 1) * request.size),
    ),
    count(tx, found.select(sql`1`.as('one'))),
  ]);
  const sees = seenBy(scope);
  const seesTraffic = may(scope, 'statistics');
  return {
    total,
    rows: rows.map((row) => ({
      ...enterpriseOf(scope, row, row.sites),
      ...healthOf(row, sees),
      ...trafficOf(row, seesTraffic),
      sitesInTrouble: row.trouble,
      sitesNeedingAttention: row.attention,
    })),
  };
}
