import type { onlineCalls } from '@airloom/contract/terminals/online.calls';
import type { terminalCalls } from '@airloom/contract/terminals/terminals.calls';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import type { DeviceFacts } from '../devices/index.ts';
import type { Ingest } from '../telemetry/index.ts';
import { sendBlockedAway } from './blocked-clients.ts';
import { ClientFolder } from './client-folder.ts';
import { onlineRoutes } from './online.routes.ts';
import { forgetTerminalsOfAccount, terminalEvents } from './terminals.handlers.ts';
import { terminalJobs } from './terminals.jobs.ts';
import { showChangedTerminals, tellOfClients } from './terminals.live.ts';
import { terminalRoutes } from './terminals.routes.ts';

type TerminalCall = keyof typeof terminalCalls | keyof typeof onlineCalls;

/** Clients of devices, for those who ask. Who holds devices folds what they say of them: see `foldClients`. */
export function createTerminals(platform: Platform, bus: Bus): DomainModule<Handlers<TerminalCall>> {
  const shown = showChangedTerminals(bus, platform);
  // It remembers nothing here: what ends by the clock or with its device is read from the database.
  const folder = new ClientFolder(platform);
  return {
    handlers: { ...terminalRoutes(platform), ...onlineRoutes(platform, shown) },
    events: terminalEvents(platform, folder, shown),
    cron: terminalJobs(platform, folder),
    queued: [forgetTerminalsOfAccount(platform)],
    stop: () => shown.stop(),
  };
}

/** For a process that holds devices. */
export function foldClients(
  platform: Pick<Platform, 'now' | 'kickOutbox'>,
  bus: Pick<Bus, 'publish'>,
  ingest: Pick<Ingest, 'join' | 'onStored'>,
): Pick<DeviceFacts, 'onHello'> {
  const folder = new ClientFolder(platform, sendBlockedAway(platform));
  ingest.join(folder.take);
  ingest.onStored(tellOfClients(bus));
  // It may have been elsewhere, or offline, since it was last here.
  return { onHello: ({ deviceId }) => folder.forget(deviceId) };
}
