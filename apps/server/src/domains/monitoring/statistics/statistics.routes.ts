import type { reportCalls } from '@airloom/contract/statistics/reports.calls';
import type { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { exportStatistics } from './export.service.ts';
import type { HealthFigures } from './health/health-figures.ts';
import * as reports from './reports/reports.service.ts';
import * as statistics from './statistics.service.ts';

export type StatisticsHandlers = Handlers<keyof typeof statisticsCalls | keyof typeof reportCalls>;

export function statisticsRoutes(platform: Platform, health: HealthFigures): StatisticsHandlers {
  return {
    networkNow: (input, { scope }) => statistics.networkNow(platform, scope, input),
    siteHealth: (input, { scope }) => statistics.siteHealth(platform, health, scope, input),
    listSiteHealth: (input, { scope }) => statistics.listSiteHealth(platform, health, scope, input),
    listOrganizationHealth: (input, { scope }) =>
      statistics.listOrganizationHealth(platform, health, scope, input),
    alarmTrend: (input, { scope }) => statistics.alarmTrend(platform, scope, input),
    todos: (input, { scope }) => statistics.todos(platform, scope, input),
    networkStatistics: (input, { scope }) => statistics.networkStatistics(platform, scope, input),
    compareNetwork: (input, { scope }) => statistics.compareNetwork(platform, scope, input),
    topTerminals: (input, { scope }) => statistics.topTerminals(platform, scope, input),
    deviceStatistics: (input, { scope }) => statistics.deviceStatistics(platform, scope, input),
    listAvailability: (input, { scope }) => statistics.listAvailability(platform, scope, input),
    terminalStatistics: (input, { scope }) => statistics.terminalStatistics(platform, scope, input),
    assetStatistics: (input, { scope }) => statistics.assetStatistics(platform, scope, input),
    exportStatistics: (input, { scope, request }) =>
      exportStatistics(platform, scope, request.language, input),

    listReports: (_, { scope, request }) => reports.listReports(platform, scope, request.language),
    createReport: async (input, { scope }) => ({
      reportUUID: await reports.createReport(platform, scope, input),
    }),
    updateReport: async ({ reportUUID, report }, context) =>
      changed(context, await reports.updateReport(platform, context.scope, reportUUID, report)),
    deleteReport: async ({ reportUUID }, { scope }) => {
      await reports.deleteReport(platform, scope, reportUUID);
      return null;
    },
    sendReport: async ({ reportUUID }, { scope }) => {
      await reports.sendReport(platform, scope, reportUUID);
      return null;
    },
  };
}
