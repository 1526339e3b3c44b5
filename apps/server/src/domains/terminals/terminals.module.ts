import type { terminalCalls } from '@airloom/contract/terminals/terminals.calls';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import type { DeviceFacts } from '../devices/index.ts';
import type { Ingest } from '../telemetry/index.ts';
import { ClientFolder } from './client-folder.ts';
import { forgetTerminalsOfAccount, terminalEvents } from './terminals.handlers.ts';
import { terminalJobs } from './terminals.jobs.ts';
import { terminalRoutes } from './terminals.routes.ts';

/** Clients of devices, for those who ask. Who holds devices folds what they say of them: see `foldClients`. */
export function createTerminals(platform: Platform): DomainModule<Handlers<keyof typeof terminalCalls>> {
  // It remembers nothing here: what ends by the clock or with its device is read from the database.
  const folder = new ClientFolder(platform);
  return {
    handlers: terminalRoutes(platform),
    events: terminalEvents(platform, folder),
    cron: terminalJobs(platform, folder),
    queued: [forgetTerminalsOfAccount(platform)],
  };
}

/** For a process that holds devices. */
export function foldClients(
  platform: Pick<Platform, 'now'>,
  ingest: Pick<Ingest, 'join'>,
): Pick<DeviceFacts, 'onHello'> {
  const folder = new ClientFolder(platform);
  ingest.join(folder.take);
  // It may have been elsewhere, or offline, since it was last here.
  return { onHello: ({ deviceId }) => folder.forget(deviceId) };
}
