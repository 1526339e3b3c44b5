import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/sender.ts';
import { reportJobs } from './reports/delivery.ts';
import { type StatisticsHandlers, statisticsRoutes } from './statistics.routes.ts';

/** Network figures from rollups, and scheduled reports by mail. */
export function createStatistics(platform: Platform, senders: Senders): DomainModule<StatisticsHandlers> {
  return { handlers: statisticsRoutes(platform), ...reportJobs({ ...platform, senders }) };
}
