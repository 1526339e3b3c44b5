import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import {
  type NetworkHealth,
  SITE_STATES,
  type SiteState,
} from '@airloom/contract/statistics/statistics.model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { type Asker, visibleKinds } from '../../../network/devices/index.ts';
import { type Place, sitesAt } from '../figures/place.repository.ts';
import { alarmsSeen, HEALTH_COLUMNS, healthOf, seenBy, siteFigures } from './health-rows.ts';
import { SEVERITY_PER_STATE, weightOf } from './site-severity.ts';

interface Totals extends Readonly<Record<SiteState, number>> {
  readonly sites: number;
  readonly unplaced: number;
  readonly devices: number;
  readonly online: number;
  readonly offline: number;
  readonly alarms: number;
}

function rated(scope: Asker, place: Place) {
  return sitesAt(scope, place)
    .innerJoin(siteFigures(scope).as('health'), (join) => join.onRef('health.site_id', '=', 'site.id'))
    .select(['site.id', 'site.name', 'site.enterprise_id', 'site.latitude', 'site.longitude'])
    .select(HEALTH_COLUMNS.map((name) => `health.${name}` as const));
}

const STATES = SITE_STATES.map(
  (state) =>
    sql`count(*) filter (where severity / ${SEVERITY_PER_STATE} = ${weightOf(state)})::int as ${sql.id(state)}`,
);

/** Based on the device classes and alarms visible to the scope. If there are too many sites, the worst are listed. */
export async function readHealth(
  tx: Transaction,
  scope: Asker,
  place: Place,
): Promise<Omit<NetworkHealth, 'counting'>> {
  const sees = seenBy(scope);
  const [totals, worst] = await Promise.all([
    tx.first(sql<Totals>`
      select count(*)::int as sites, count(*) filter (where latitude is null)::int as unplaced,
        coalesce(sum(devices), 0)::int as devices, coalesce(sum(online), 0)::int as online,
        coalesce(sum(offline), 0)::int as offline, coalesce(sum(alarms), 0)::int as alarms, ${sql.join(STATES)}
      from (${rated(scope, place)}) as rated`),
    tx.all(
      rated(scope, place)
        .orderBy('health.severity', 'desc')
        .orderBy('health.sort_name')
        .orderBy('health.site_id')
        .limit(STATISTICS_LIMITS.sitesOnMapMax),
    ),
  ]);
  if (totals === undefined) throw new Error('the sites could not be counted');
  const { trouble, attention, well, pending, empty, unknown } = totals;
  return {
    kinds: [...visibleKinds(scope)],
    sites: worst.map((site) => ({
      siteUUID: site.id,
      siteName: site.name,
      enterpriseUUID: site.enterprise_id,
      coordinates:
        site.latitude === null || site.longitude === null
          ? null
          : { latitude: site.latitude, longitude: site.longitude },
      ...healthOf(site, sees),
    })),
    totals: {
      sites: totals.sites,
      unplaced: totals.unplaced,
      devices: sees.devices ? totals.devices : null,
      online: sees.devices ? totals.online : null,
      offline: sees.devices ? totals.offline : null,
      alarms: alarmsSeen(totals.alarms, sees),
      states: { trouble, attention, well, pending, empty, unknown },
    },
  };
}
