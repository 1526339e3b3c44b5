import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { CONFIGURATION_FAILED } from '@airloom/contract/devices/devices.states';
import type { NetworkNow, Todos } from '@airloom/contract/statistics/statistics.model';
import { DAY, HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { seesDevices } from '../../../../platform/device-classes.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { visibleDevices } from '../../../network/devices/index.ts';
import { atDevicesOfKinds, isThere } from '../../clients/index.ts';
import type { DevicesQuery } from './availability.repository.ts';
import { type Place, sitesAt } from './place.repository.ts';
import { passedIn, type SitesQuery } from './site-figures.repository.ts';
import { kbps, rounded } from './window.ts';

/** Span of the current traffic; devices report once a minute. */
const NOW_MS = 5 * 60_000;
const WEEK_MS = 7 * DAY;

export async function readNow(tx: Transaction, query: SitesQuery & DevicesQuery): Promise<NetworkNow> {
  const { scope, sites, kinds, moment } = query;
  const span = { from: moment.now - NOW_MS, to: moment.now };
  const before = Math.floor((moment.now - WEEK_MS) / HOUR) * HOUR;
  const [here, passed, then] = await Promise.all([
    tx.first(sql<{ clients: number }>`
      select count(distinct mac)::int as clients from terminal_session
      where tenant_id = ${scope.tenant} and ${isThere(new Date(moment.now))} and site_id = any(${sites}::uuid[])
        and ${atDevicesOfKinds(scope, kinds)}`),
    passedIn(tx, query, span),
    tx.first(sql<{ rx: string | null; tx: string; clients: number }>`
      select sum(rx_bytes)::bigint as rx, sum(tx_bytes)::bigint as tx, sum(clients_avg) as clients
      from site_1h
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and hour = ${new Date(before)}`),
  ]);
  const hour = { from: 0, to: HOUR };
  const known = then === undefined || then.rx === null ? null : { ...then, rx: then.rx };
  return {
    at: new Date(moment.now).toISOString(),
    clients: kinds.length === 0 ? null : (here?.clients ?? 0),
    // Rollups contain all device classes.
    clientsBefore: kinds.length === DEVICE_KINDS.length ? known && rounded(known.clients) : null,
    downKbps: passed && kbps(passed.down, span),
    downKbpsBefore: known && kbps(Number(known.rx), hour),
    upKbps: passed && kbps(passed.up, span),
    upKbpsBefore: known && kbps(Number(known.tx), hour),
  };
}

function counted(condition: string) {
  return sql<number>`count(*) filter (where ${sql.raw(condition)})::int`;
}

export async function readTodos(tx: Transaction, scope: Scope, place: Place): Promise<Todos> {
  const isWhole = place.enterpriseUUID === undefined && place.siteUUID === undefined;
  const isSeen = seesDevices(scope);
  const [devices, waiting, sites] = await Promise.all([
    tx.first(
      visibleDevices(scope)
        .where('device.site_id', 'in', sitesAt(scope, place).select('site.id'))
        .select([
          counted("upgrade_status = 'upgradeFailed'").as('failed'),
          counted("upgrade_status = 'upgrading'").as('running'),
          sql<number>`count(*) filter (where configuration_state in (${sql.join(CONFIGURATION_FAILED)}))::int`.as(
            'misconfigured',
          ),
        ]),
    ),
    isSeen && scope.reach.kind === 'all' && isWhole
      ? tx.first(
          visibleDevices(scope)
            .where('device.site_id', 'is', null)
            .select(sql<number>`count(*)::int`.as('devices')),
        )
      : undefined,
    tx.first(
      sqlBuilder
        .selectFrom(sitesAt(scope, place).select('site.latitude').as('sites'))
        .select(counted('latitude is null').as('unplaced')),
    ),
  ]);
  return {
    unclaimed: waiting?.devices ?? null,
    upgradesFailed: isSeen ? (devices?.failed ?? 0) : null,
    upgradesRunning: isSeen ? (devices?.running ?? 0) : null,
    configurationsFailed: isSeen ? (devices?.misconfigured ?? 0) : null,
    sitesWithoutPlace: sites?.unplaced ?? 0,
  };
}
