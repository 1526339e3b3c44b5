export { acknowledgeTo } from './acknowledgements.ts';
export { Ingest } from './ingest.ts';
export type { ReportingDevice, TakenEvent, TakenItem, TakenReport } from './taken.ts';
export { createTelemetry } from './telemetry.module.ts';
export { requireDevice } from './telemetry.service.ts';
