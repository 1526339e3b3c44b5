import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Page } from '@airloom/contract/paging';
import type {
  AssetStatistics,
  COMPARED,
  ComparedRow,
  DeviceAvailability,
  DeviceStatistics,
  NetworkHealth,
  NetworkNow,
  NetworkStatistics,
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
import type { ChartRequest } from '../telemetry/index.ts';
import { readAssets } from './figures/assets.repository.ts';
import * as availability from './figures/availability.repository.ts';
import { deviceStatisticsOf } from './figures/availability.ts';
import * as comparison from './figures/compare.repository.ts';
import { compareAccessPoints } from './figures/compare-aps.repository.ts';
import { readHealth } from './figures/health.repository.ts';
import { networkOf } from './figures/network.ts';
import { readNow, readTodos } from './figures/now.repository.ts';
import { readMoment } from './figures/open-hours.repository.ts';
import { type Place, siteIdsAt } from './figures/place.repository.ts';
import { networkAir, networkHours, networkSlots } from './figures/site-figures.repository.ts';
import * as terminals from './figures/terminals.repository.ts';
import { networkWifi } from './figures/wifi.repository.ts';
import { exactWindow, type Moment, networkWindow, terminalWindow, wholeHours } from './figures/window.ts';

/** What figures are read from. */
export type Ground = Pick<Platform, 'database' | 'now' | 'settings'>;

export type Timed = Place & ChartRequest;

interface Asked {
  readonly scope: Scope;
  readonly sites: readonly string[];
  readonly kinds: readonly DeviceKind[];
  readonly moment: Moment;
}

/** Everything an answer is made of is read as the tables are at one time of one look. */
function look<T>(
  ground: Ground,
  scope: Scope,
  place: Place,
  read: (tx: Transaction, asked: Asked) => Promise<T>,
): Promise<T> {
  return ground.database.withTenant(scope, async (tx) => {
    await plannedAnew(tx);
    const sites = await siteIdsAt(tx, scope, place);
    const moment = await readMoment(tx, ground, scope);
    return read(tx, { scope, sites, kinds: visibleKinds(scope), moment });
  });
}

export function networkNow(ground: Ground, scope: Scope, place: Place): Promise<NetworkNow> {
  return look(ground, scope, place, readNow);
}

export function siteHealth(ground: Ground, scope: Scope, place: Place): Promise<NetworkHealth> {
  return ground.database.withTenant(scope, async (tx) => {
    await plannedAnew(tx);
    return readHealth(tx, scope, place, ground.now());
  });
}

export function todos(ground: Ground, scope: Scope, place: Place): Promise<Todos> {
  return ground.database.withTenant(scope, (tx) => readTodos(tx, scope, place));
}

export function networkStatistics(ground: Ground, scope: Scope, input: Timed): Promise<NetworkStatistics> {
  return look(ground, scope, input, async (tx, asked) => {
    const window = networkWindow(input, asked.moment);
    const [told, air, wifi] = await Promise.all([
      window.source === 'reports' ? networkSlots(tx, asked, window) : networkHours(tx, asked, window),
      networkAir(tx, asked, window, window.source),
      networkWifi(tx, asked, wholeHours(window, asked.moment)),
    ]);
    return networkOf(window, { told, air, wifi });
  });
}

const COMPARE = {
  sites: comparison.compareSites,
  aps: compareAccessPoints,
  ssids: comparison.compareNetworks,
};

export function compareNetwork(
  ground: Ground,
  scope: Scope,
  input: Timed & PageRequest & { readonly what: (typeof COMPARED)[number] },
): Promise<Page<ComparedRow>> {
  return look(ground, scope, input, (tx, asked) =>
    COMPARE[input.what](tx, asked, networkWindow(input, asked.moment), input),
  );
}

/** Null without the right to clients, or to any class of the devices they are at. */
export async function topTerminals(
  ground: Ground,
  scope: Scope,
  input: Timed,
): Promise<TopTerminal[] | null> {
  if (!may(scope, 'authuserOnline_view') || !seesDevices(scope)) return null;
  return look(ground, scope, input, (tx, asked) =>
    terminals.topTerminals(tx, asked, terminalWindow(input, asked.moment)),
  );
}

export function deviceStatistics(ground: Ground, scope: Scope, input: Timed): Promise<DeviceStatistics> {
  return look(ground, scope, input, async (tx, asked) => {
    const window = exactWindow(input, asked.moment);
    const [kinds, steps] = await Promise.all([
      availability.presenceByKind(tx, asked, window),
      availability.presenceBySteps(tx, asked, window),
    ]);
    return deviceStatisticsOf(window, kinds, steps);
  });
}

export function listAvailability(
  ground: Ground,
  scope: Scope,
  input: Timed & PageRequest,
): Promise<Page<DeviceAvailability>> {
  return look(ground, scope, input, (tx, asked) =>
    availability.listAvailability(tx, asked, exactWindow(input, asked.moment), input),
  );
}

export function terminalStatistics(ground: Ground, scope: Scope, input: Timed): Promise<TerminalStatistics> {
  return look(ground, scope, input, (tx, asked) =>
    terminals.readTerminals(tx, asked, terminalWindow(input, asked.moment)),
  );
}

export function assetStatistics(ground: Ground, scope: Scope, place: Place): Promise<AssetStatistics> {
  return look(ground, scope, place, readAssets);
}
