export { Ingest } from './ingest.ts';
export type { ReportingDevice, TakenEvent, TakenItem, TakenReport } from './taken.ts';
export { firstOpenHour } from './telemetry.jobs.ts';
export { createTelemetry, takeIn } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
