import type { terminalCalls } from '@airloom/contract/terminals/terminals.calls';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import type { Ingest } from '../telemetry/index.ts';
import { ClientFolder } from './client-folder.ts';
import { terminalEvents } from './terminals.handlers.ts';
import { terminalJobs } from './terminals.jobs.ts';
import { terminalRoutes } from './terminals.routes.ts';

export function createTerminals(
  platform: Platform,
  ingest: Pick<Ingest, 'join'>,
): DomainModule<Handlers<keyof typeof terminalCalls>> {
  const folder = new ClientFolder(platform);
  ingest.join(folder.take);
  return {
    handlers: terminalRoutes(platform),
    events: terminalEvents(platform, folder),
    cron: terminalJobs(platform, folder),
  };
}
