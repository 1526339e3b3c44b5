export { type ChartRequest, type ChartWindow, chartWindow } from './charts/chart-window.ts';
export { stoodInReach } from './charts/charts.repository.ts';
export { Ingest } from './ingest/ingest.ts';
export {
  type ReceivedEvent,
  type ReceivedItem,
  type ReceivedReport,
  type ReportedMember,
  type ReportedMembers,
  type ReportingDevice,
  SERVING_KINDS,
  type TimedReport,
} from './ingest/received-items.ts';
export { latestAt } from './ingest/report-time.ts';
export { firstReports, type PastOutage, storeOutagesInReports } from './outages-in-reports.repository.ts';
export { storeMacTables } from './ports/mac-tables.ts';
export { samplePorts } from './ports/port-samples.ts';
export { noteRolledUp } from './rollup/rolled-up.repository.ts';
export {
  AIR_SUMS,
  hasReportedSince,
  MEMBERS,
  SLOT_SECONDS,
  trafficAndClientsBySlot,
} from './rollup/site-sql.ts';
export { firstOpenHour } from './telemetry.jobs.ts';
export { createTelemetry, startIngest } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
