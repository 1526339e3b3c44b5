import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/open-senders.ts';
import { reportJobs } from './reports/delivery.ts';
import { type StatisticsHandlers, statisticsRoutes } from './statistics.routes.ts';

/** What the network did, counted from what others rolled up, and reports of it by mail. */
export function createStatistics(platform: Platform, senders: Senders): DomainModule<StatisticsHandlers> {
  return { handlers: statisticsRoutes(platform), ...reportJobs({ ...platform, senders }) };
}
