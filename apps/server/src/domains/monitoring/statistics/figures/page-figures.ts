import { LIMITS } from '@airloom/contract/limits';
import type { COMPARED } from '@airloom/contract/statistics/statistics.model';
import type { StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { seesDevices } from '../../../../platform/device-classes.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { PageFigures } from '../reports/sheet.ts';
import * as statistics from '../statistics.service.ts';

/** Number of compared rows in a file, those with the most traffic. */
const COMPARED_ROWS = 200;

const pageOf = (size: number) => ({ page: 1, size, search: '' });

/** Every page except the network page needs visible devices. */
export function isPageSeen(scope: Pick<Scope, 'grants'>, page: StatisticsPage): boolean {
  return page === 'network' || seesDevices(scope);
}

/** All figures of a page, for a file or a mail, with at most this many devices. */
export async function readPageFigures(
  context: statistics.StatisticsContext,
  scope: Scope,
  page: StatisticsPage,
  query: statistics.Timed,
  rowsMax: number = LIMITS.sheet.exportRowsMax,
): Promise<PageFigures> {
  switch (page) {
    case 'network': {
      const compare = (what: (typeof COMPARED)[number]) =>
        statistics.compareNetwork(context, scope, { ...query, ...pageOf(COMPARED_ROWS), what });
      return {
        page,
        network: await statistics.networkStatistics(context, scope, query),
        top: await statistics.topTerminals(context, scope, query),
        sites: await compare('sites'),
        aps: await compare('aps'),
        ssids: await compare('ssids'),
      };
    }
    case 'device': {
      const all = { ...query, ...pageOf(rowsMax) };
      return {
        page,
        device: await statistics.deviceStatistics(context, scope, query),
        devices: await statistics.listAvailability(context, scope, all),
      };
    }
    case 'terminal':
      return {
        page,
        terminal: await statistics.terminalStatistics(context, scope, query),
        top: await statistics.topTerminals(context, scope, query),
      };
    case 'property':
      return { page, assets: await statistics.assetStatistics(context, scope, query) };
  }
}
