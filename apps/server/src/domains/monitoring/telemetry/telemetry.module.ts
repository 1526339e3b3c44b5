import type { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { DeviceFacts, DeviceLink } from '../../network/devices/index.ts';
import { acknowledgeTo } from './ingest/acknowledgements.ts';
import { Ingest } from './ingest/ingest.ts';
import { storeMacTables } from './ports/mac-tables.ts';
import { samplePorts } from './ports/port-samples.ts';
import { forgetTelemetryOfAccount, telemetryEvents } from './telemetry.handlers.ts';
import { telemetryJobs } from './telemetry.jobs.ts';
import { publishReported, showReported } from './telemetry.live.ts';
import { telemetryRoutes } from './telemetry.routes.ts';

/** Charts, device log and neighbours. The process that holds the device connections uses `startIngest`. */
export function createTelemetry(
  platform: Platform,
  bus: Bus,
): DomainModule<Handlers<keyof typeof telemetryCalls>> {
  return {
    handlers: telemetryRoutes(platform),
    events: telemetryEvents(platform),
    cron: telemetryJobs(platform),
    queued: [forgetTelemetryOfAccount(platform)],
    stop: showReported(bus, platform),
  };
}

export interface StartedIngest {
  readonly ingest: Ingest;
  /** Receives messages of devices from the gateway. */
  readonly facts: Partial<DeviceFacts>;
}

/** For a process that holds device connections: stores reports, then acknowledges and announces them. */
export function startIngest(
  platform: Pick<Platform, 'database' | 'log' | 'metrics' | 'now'>,
  bus: Bus,
  link: Pick<DeviceLink, 'acknowledge'>,
): StartedIngest {
  const ingest = new Ingest(platform);
  ingest.join(samplePorts());
  ingest.join(storeMacTables(platform.now));
  ingest.onStored(acknowledgeTo(link));
  ingest.onStored(publishReported(bus));
  return {
    ingest,
    facts: {
      onReports: (device, reports, at) => reports.forEach((report) => ingest.add(device, report, at)),
      onEvents: (device, events, at) => ingest.events(device, events, at),
      onScan: (device, entries, at) => ingest.scan(device, entries, at),
      onNotice: (device, notice, at) => ingest.notice(device, notice, at),
      isFull: () => ingest.full,
    },
  };
}
