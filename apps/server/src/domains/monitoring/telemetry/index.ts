export { type ChartRequest, type ChartWindow, chartWindow } from './charts/chart-window.ts';
export { Ingest } from './ingest/ingest.ts';
export {
  type ReportingDevice,
  SERVING_KINDS,
  type TakenEvent,
  type TakenItem,
  type TakenReport,
  type TimedReport,
  type ToldMember,
  type ToldMembers,
} from './ingest/taken.ts';
export { noteRolledUp } from './rollup/rolled-up.repository.ts';
export { AIR_SUMS, MEMBERS, reportedSince, SLOT_SECONDS, toldBySlot } from './rollup/site-sql.ts';
export { firstOpenHour } from './telemetry.jobs.ts';
export { createTelemetry, takeIn } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
