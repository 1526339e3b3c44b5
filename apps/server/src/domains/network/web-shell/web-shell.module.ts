import type { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { BusStreams } from '../../../platform/bus/bus-streams.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import { newId } from '../../../platform/ids.ts';
import { PeriodicWork } from '../../../platform/periodic-work.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { ShellSessions } from './shell-sessions.ts';
import { forgetShellSessions } from './web-shell.jobs.ts';
import * as service from './web-shell.service.ts';

const SWEEP_EVERY_MS = 5_000;

type WebShellHandlers = Handlers<keyof typeof webShellCalls>;

/** Shells on devices in the browser, and their recordings. */
export function createWebShell(
  platform: Platform,
  bus: Bus,
): DomainModule<WebShellHandlers> & { readonly sessions: ShellSessions } {
  const streams = new BusStreams(bus, newId(), platform.log);
  const sessions = new ShellSessions(platform, streams);
  const sweep = new PeriodicWork({
    everyMs: SWEEP_EVERY_MS,
    whileRunning: 'skip',
    work: () => sessions.sweep(),
    onError: (error) => platform.log.error({ err: error }, 'shell sessions were not checked'),
  });
  return {
    sessions,
    handlers: {
      openShell: (input, { scope, sessionId }) =>
        service.openShell(platform, sessions, scope, sessionId, input),
      listShellSessions: (input, { scope }) => service.listShellSessions(platform, scope, input),
      endShell: async ({ sessionUUID }, { scope }) => {
        await service.endShell(platform, sessions, scope, sessionUUID);
        return null;
      },
      viewShellSettings: (_, { scope }) => service.viewShellSettings(platform, scope),
      saveShellSettings: async (input, { scope, request }) =>
        changed({ request }, await service.saveShellSettings(platform, scope, input)),
    },
    events: {
      DevicesMoved: async () => sweep.request(),
      DevicesRefused: async () => sweep.request(),
    },
    cron: [forgetShellSessions(platform)],
    start: async () => {
      await sessions.endInterrupted();
      sweep.start();
    },
    stop: async () => {
      await sweep.stop();
      await sessions.stop();
      streams.close();
    },
  };
}
