import type { reportCalls } from '@airloom/contract/statistics/reports.calls';
import type { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const report = ({ marker, siteUUID }: World) => ({
  name: `${marker} report`,
  pages: ['network' as const, 'device' as const],
  siteUUID,
  rhythm: 'weekly' as const,
  hour: 6,
  timeZone: 'Europe/Warsaw',
  language: 'pl' as const,
  emails: ['night@example.org'],
});

async function reportOf(world: World): Promise<{ readonly reportUUID: string }> {
  const made = await world.server.call('createReport', report(world), { as: world.owner.token });
  return { reportUUID: made.data.reportUUID };
}

export const statisticsExamples: ExamplesOf<typeof statisticsCalls & typeof reportCalls> = {
  networkNow: ({ siteUUID }) => ({ siteUUID }),
  siteHealth: ({ enterpriseUUID }) => ({ enterpriseUUID }),
  listSiteHealth: ({ enterpriseUUID }) => ({ enterpriseUUID, sort: '-clients' }),
  listOrganizationHealth: ({ siteUUID }) => ({ siteUUID }),
  alarmTrend: ({ siteUUID }) => ({ siteUUID }),
  todos: () => ({}),
  networkStatistics: ({ siteUUID }) => ({ siteUUID, range: 'week' }),
  compareNetwork: () => ({ what: 'aps', range: 'month', sort: '-clientsMean' }),
  topTerminals: ({ enterpriseUUID }) => ({ enterpriseUUID, range: 'day' }),
  deviceStatistics: () => ({ range: 'sixHours' }),
  listAvailability: ({ siteUUID }) => ({ siteUUID, range: 'twoWeeks', sort: 'awaySeconds' }),
  terminalStatistics: ({ siteUUID }) => ({ siteUUID, range: 'hour' }),
  assetStatistics: () => ({}),
  exportStatistics: ({ siteUUID }) => ({ siteUUID, page: 'network', range: 'day', format: 'xlsx' }),
  listReports: () => ({}),
  createReport: (world) => report(world),
  updateReport: async (world) => ({
    ...(await reportOf(world)),
    report: { ...report(world), rhythm: 'monthly' as const },
  }),
  deleteReport: (world) => reportOf(world),
  sendReport: (world) => reportOf(world),
};
