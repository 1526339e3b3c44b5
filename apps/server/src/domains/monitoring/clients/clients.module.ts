import type { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { DeviceFacts } from '../../network/devices/index.ts';
import type { Ingest } from '../telemetry/index.ts';
import { forgetTerminalsOfAccount, terminalEvents } from './clients.handlers.ts';
import { terminalJobs } from './clients.jobs.ts';
import { showChangedTerminals, tellOfClients } from './clients.live.ts';
import { terminalRoutes } from './clients.routes.ts';
import { sendBlockedAway } from './online/blocked-clients.ts';
import { onlineRoutes } from './online/online.routes.ts';
import { ClientFolder } from './sessions/client-folder.ts';

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
  platform: Pick<Platform, 'now' | 'wakeOutbox'>,
  bus: Pick<Bus, 'publish'>,
  ingest: Pick<Ingest, 'join' | 'onStored'>,
): Pick<DeviceFacts, 'onHello'> {
  const folder = new ClientFolder(platform, sendBlockedAway(platform));
  ingest.join(folder.take);
  ingest.onStored(tellOfClients(bus));
  // It may have been elsewhere, or offline, since it was last here.
  return { onHello: ({ deviceId }) => folder.forget(deviceId) };
}
