export { type ChartRequest, type ChartWindow, chartWindow } from './chart-window.ts';
export { Ingest } from './ingest.ts';
export { noteRolledUp } from './rolled-up.repository.ts';
export { AIR_SUMS, MEMBERS, reportedSince, SLOT_SECONDS, toldBySlot } from './site-sql.ts';
export {
  type ReportingDevice,
  SERVING_KINDS,
  type TakenEvent,
  type TakenItem,
  type TakenReport,
  type TimedReport,
  type ToldMember,
  type ToldMembers,
} from './taken.ts';
export { firstOpenHour } from './telemetry.jobs.ts';
export { createTelemetry, takeIn } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
