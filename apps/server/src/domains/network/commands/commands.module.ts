import type { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { StoredFiles } from '../../../platform/files/stored-files.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { Captures } from './captures/captures.ts';
import { commandEvents } from './commands.handlers.ts';
import { forgetCommands } from './commands.jobs.ts';
import { changedBatches, showChangedBatches } from './commands.live.ts';
import { commandRoutes } from './commands.routes.ts';
import { ScheduleEngine } from './schedules/schedule-engine.ts';

export interface Commands
  extends DomainModule<Handlers<keyof typeof commandCalls | keyof typeof scheduleCalls>> {
  readonly captures: Captures;
}

/** Commands for devices and their results. The processes that hold connections send them: see `Runner`. */
export function createCommands(platform: Platform, bus: Bus): Commands {
  const files = new StoredFiles(platform);
  const changed = changedBatches(bus);
  const unsubscribe = showChangedBatches(bus, platform);
  const schedules = new ScheduleEngine(platform, changed);
  return {
    handlers: commandRoutes(platform),
    events: commandEvents(platform, bus, changed),
    cron: [forgetCommands(platform, files)],
    captures: new Captures(platform, files),
    start: () => schedules.start(),
    stop: async () => {
      await schedules.stop();
      unsubscribe();
      changed.stop();
    },
  };
}
