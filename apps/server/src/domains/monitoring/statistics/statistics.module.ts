import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/sender.ts';
import { HealthFigures } from './health/health-figures.ts';
import { reportJobs } from './reports/delivery.ts';
import { type StatisticsHandlers, statisticsRoutes } from './statistics.routes.ts';

/** Network figures from rollups, and scheduled reports by mail. */
export function createStatistics(platform: Platform, senders: Senders): DomainModule<StatisticsHandlers> {
  const health = new HealthFigures(platform);
  return {
    handlers: statisticsRoutes(platform, health),
    events: {
      SiteTreeChanged: async ({ tenant }) => {
        if (tenant !== null) health.expire({ tenant });
      },
    },
    ...reportJobs({ ...platform, senders }),
  };
}
