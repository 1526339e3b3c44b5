export { type ChartRequest, type ChartWindow, chartWindow } from './chart-window.ts';
export { Ingest } from './ingest.ts';
export { passing, samplesOf } from './sample-sql.ts';
export { AIR, AIR_SUMS, MEMBERS, SLOT_SECONDS, SLOTS, tellers } from './site-sql.ts';
export type { ReportingDevice, TakenEvent, TakenItem, TakenReport } from './taken.ts';
export { firstOpenHour } from './telemetry.jobs.ts';
export { createTelemetry, takeIn } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
