import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Page } from '@airloom/contract/paging';
import type {
  AlarmTrend,
  AssetStatistics,
  COMPARED,
  ComparedRow,
  DeviceAvailability,
  DeviceStatistics,
  NetworkHealth,
  NetworkNow,
  NetworkStatistics,
  OrganizationHealthRow,
  SiteHealthRow,
  TerminalStatistics,
  Todos,
  TopTerminal,
} from '@airloom/contract/statistics/statistics.model';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { plannedAnew } from '../../../platform/database/replan.ts';
import { seesDevices } from '../../../platform/device-classes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { visibleKinds } from '../../network/devices/index.ts';
import type { SitesFilter } from '../../people/organizations/index.ts';
import type { ChartRequest } from '../telemetry/index.ts';
import { readAlarmTrend } from './figures/alarm-trend.repository.ts';
import { readAssets } from './figures/assets.repository.ts';
import * as availability from './figures/availability.repository.ts';
import { deviceStatisticsOf } from './figures/availability.ts';
import * as terminals from './figures/clients.repository.ts';
import * as comparison from './figures/compare.repository.ts';
import { compareAccessPoints } from './figures/compare-aps.repository.ts';
import { networkOf } from './figures/network.ts';
import { readNow, readTodos } from './figures/now.repository.ts';
import { readMoment } from './figures/open-hours.repository.ts';
import { type Place, siteIdsAt } from './figures/place.repository.ts';
import { networkAir, networkHours, networkSlots } from './figures/site-figures.repository.ts';
import { networkWifi } from './figures/wifi.repository.ts';
import { exactWindow, type Moment, networkWindow, terminalWindow, wholeHours } from './figures/window.ts';
import { plannedForAllSites } from './health/count-health.repository.ts';
import type { HealthFigures } from './health/health-figures.ts';
import * as lists from './health/health-lists.repository.ts';
import { readHealth } from './health/network-health.repository.ts';

/** Services that figures are read with. */
export type StatisticsContext = Pick<Platform, 'database' | 'now' | 'settings'>;

export type Timed = Place & ChartRequest;

interface FiguresQuery {
  readonly scope: Scope;
  readonly sites: readonly string[];
  readonly kinds: readonly DeviceKind[];
  readonly moment: Moment;
}

/** Reads all parts of an answer in one transaction. */
function readFigures<T>(
  context: StatisticsContext,
  scope: Scope,
  place: Place,
  read: (tx: Transaction, query: FiguresQuery) => Promise<T>,
): Promise<T> {
  return context.database.withTenant(scope, async (tx) => {
    await plannedAnew(tx);
    const sites = await siteIdsAt(tx, scope, place);
    const moment = await readMoment(tx, context, scope);
    return read(tx, { scope, sites, kinds: visibleKinds(scope), moment });
  });
}

export function networkNow(context: StatisticsContext, scope: Scope, place: Place): Promise<NetworkNow> {
  return readFigures(context, scope, place, readNow);
}

type Health = Pick<HealthFigures, 'bringUpToDate'>;

interface Counting {
  readonly counting: boolean;
}

export async function siteHealth(
  context: StatisticsContext,
  health: Health,
  scope: Scope,
  place: Place,
): Promise<NetworkHealth> {
  const counting = await health.bringUpToDate(scope);
  return context.database.withTenant(scope, async (tx) => {
    await plannedForAllSites(tx);
    return { ...(await readHealth(tx, scope, place)), counting };
  });
}

export async function listSiteHealth(
  context: StatisticsContext,
  health: Health,
  scope: Scope,
  request: PageRequest & SitesFilter,
): Promise<Page<SiteHealthRow> & Counting> {
  const counting = await health.bringUpToDate(scope);
  const page = await context.database.withTenant(scope, (tx) => lists.listSiteHealth(tx, scope, request));
  return { ...page, counting };
}

export async function listOrganizationHealth(
  context: StatisticsContext,
  health: Health,
  scope: Scope,
  request: PageRequest & Place,
): Promise<Page<OrganizationHealthRow> & Counting> {
  const counting = await health.bringUpToDate(scope);
  const page = await context.database.withTenant(scope, (tx) =>
    lists.listOrganizationHealth(tx, scope, request),
  );
  return { ...page, counting };
}

/** Null without permission for alarms. */
export async function alarmTrend(
  context: StatisticsContext,
  scope: Scope,
  place: Place,
): Promise<AlarmTrend | null> {
  if (!may(scope, 'current_alarm')) return null;
  return context.database.withTenant(scope, (tx) => readAlarmTrend(tx, scope, place, context.now()));
}

export function todos(context: StatisticsContext, scope: Scope, place: Place): Promise<Todos> {
  return context.database.withTenant(scope, (tx) => readTodos(tx, scope, place));
}

export function networkStatistics(
  context: StatisticsContext,
  scope: Scope,
  input: Timed,
): Promise<NetworkStatistics> {
  return readFigures(context, scope, input, async (tx, query) => {
    const window = networkWindow(input, query.moment);
    const [traffic, air, wifi] = await Promise.all([
      window.source === 'reports' ? networkSlots(tx, query, window) : networkHours(tx, query, window),
      networkAir(tx, query, window, window.source),
      networkWifi(tx, query, wholeHours(window, query.moment)),
    ]);
    return networkOf(window, { traffic, air, wifi });
  });
}

const COMPARE = {
  sites: comparison.compareSites,
  aps: compareAccessPoints,
  ssids: comparison.compareNetworks,
};

export function compareNetwork(
  context: StatisticsContext,
  scope: Scope,
  input: Timed & PageRequest & { readonly what: (typeof COMPARED)[number] },
): Promise<Page<ComparedRow>> {
  return readFigures(context, scope, input, (tx, query) =>
    COMPARE[input.what](tx, query, networkWindow(input, query.moment), input),
  );
}

/** Null without permission for clients or without any device class. */
export async function topTerminals(
  context: StatisticsContext,
  scope: Scope,
  input: Timed,
): Promise<TopTerminal[] | null> {
  if (!may(scope, 'authuserOnline_view') || !seesDevices(scope)) return null;
  return readFigures(context, scope, input, (tx, query) =>
    terminals.topTerminals(tx, query, terminalWindow(input, query.moment)),
  );
}

export function deviceStatistics(
  context: StatisticsContext,
  scope: Scope,
  input: Timed,
): Promise<DeviceStatistics> {
  return readFigures(context, scope, input, async (tx, query) => {
    const window = exactWindow(input, query.moment);
    const [kinds, steps] = await Promise.all([
      availability.presenceByKind(tx, query, window),
      availability.presenceBySteps(tx, query, window),
    ]);
    return deviceStatisticsOf(window, kinds, steps);
  });
}

export function listAvailability(
  context: StatisticsContext,
  scope: Scope,
  input: Timed & PageRequest,
): Promise<Page<DeviceAvailability>> {
  return readFigures(context, scope, input, (tx, query) =>
    availability.listAvailability(tx, query, exactWindow(input, query.moment), input),
  );
}

export function terminalStatistics(
  context: StatisticsContext,
  scope: Scope,
  input: Timed,
): Promise<TerminalStatistics> {
  return readFigures(context, scope, input, (tx, query) =>
    terminals.readTerminals(tx, query, terminalWindow(input, query.moment)),
  );
}

export function assetStatistics(
  context: StatisticsContext,
  scope: Scope,
  place: Place,
): Promise<AssetStatistics> {
  return readFigures(context, scope, place, readAssets);
}
