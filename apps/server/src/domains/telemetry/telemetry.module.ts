import type { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import type { DeviceFacts } from '../devices/index.ts';
import { Ingest } from './ingest.ts';
import { telemetryEvents } from './telemetry.handlers.ts';
import { telemetryJobs } from './telemetry.jobs.ts';
import { liveReports } from './telemetry.live.ts';
import { telemetryRoutes } from './telemetry.routes.ts';

export interface Telemetry extends DomainModule<Handlers<keyof typeof telemetryCalls>> {
  readonly ingest: Ingest;
  /** What devices say, as the door of devices hears it. */
  readonly facts: Partial<DeviceFacts>;
}

export function createTelemetry(platform: Platform): Telemetry {
  const ingest = new Ingest(platform);
  ingest.onStored(liveReports(platform));
  return {
    ingest,
    facts: {
      onReports: (device, reports, at) => reports.forEach((report) => ingest.add(device, report, at)),
      onEvents: (device, events, at) => ingest.events(device, events, at),
      onScan: (device, entries, at) => ingest.scan(device, entries, at),
      onNotice: (device, notice, at) => ingest.notice(device, notice, at),
      isFull: () => ingest.full,
    },
    handlers: telemetryRoutes(platform),
    events: telemetryEvents(platform),
    cron: telemetryJobs(platform),
  };
}
