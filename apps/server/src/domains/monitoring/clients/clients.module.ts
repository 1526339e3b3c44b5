import type { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { DeviceFacts } from '../../network/devices/index.ts';
import type { Ingest } from '../telemetry/index.ts';
import { forgetTerminalsOfAccount, terminalEvents } from './clients.handlers.ts';
import { terminalJobs } from './clients.jobs.ts';
import { publishChangedClients, showChangedTerminals } from './clients.live.ts';
import { terminalRoutes } from './clients.routes.ts';
import { sendBlockedAway } from './online/blocked-clients.ts';
import { onlineRoutes } from './online/online.routes.ts';
import { SessionBuilder } from './sessions/session-builder.ts';

type TerminalCall = keyof typeof terminalCalls | keyof typeof onlineCalls;

/** Client lists, log and timelines. The process that holds the device connections uses `buildClientSessions`. */
export function createTerminals(platform: Platform, bus: Bus): DomainModule<Handlers<TerminalCall>> {
  const shown = showChangedTerminals(bus, platform);
  // Keeps no state here: sessions that end by time or with their device are read from the database.
  const builder = new SessionBuilder(platform);
  return {
    handlers: { ...terminalRoutes(platform), ...onlineRoutes(platform, shown) },
    events: terminalEvents(platform, builder, shown),
    cron: terminalJobs(platform, builder),
    queued: [forgetTerminalsOfAccount(platform)],
    stop: () => shown.stop(),
  };
}

/** For a process that holds device connections. */
export function buildClientSessions(
  platform: Pick<Platform, 'now' | 'wakeOutbox'>,
  bus: Pick<Bus, 'publish'>,
  ingest: Pick<Ingest, 'join' | 'onStored'>,
): Pick<DeviceFacts, 'onHello'> {
  const builder = new SessionBuilder(platform, sendBlockedAway(platform));
  ingest.join(builder.take);
  ingest.onStored(publishChangedClients(bus));
  // The device may have been connected elsewhere in the meantime.
  return { onHello: ({ deviceId }) => builder.forget(deviceId) };
}
