import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { startChange } from './changes/start-change.ts';
import { configurationEvents } from './configuration.live.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { RolloutEngine } from './rollout/engine.ts';
import { rolloutEvents } from './rollout/rollout.handlers.ts';
import { changedChanges, showChangedChanges } from './rollout/rollout.live.ts';
import { deleteUnusedSecrets } from './settings/unused-secrets.jobs.ts';

/** Settings that people edit, reviewed changes and their rollout. */
export function createConfiguration(
  platform: Platform,
  bus: Bus,
): DomainModule<Handlers<keyof typeof settingCalls | keyof typeof wirelessCalls>> {
  const changed = changedChanges(bus);
  const unsubscribe = showChangedChanges(bus, platform);
  const engine = new RolloutEngine(platform, bus, changed, startChange);
  return {
    handlers: configurationRoutes(platform, bus),
    cron: [deleteUnusedSecrets(platform)],
    events: { ...configurationEvents(platform), ...rolloutEvents(platform, bus) },
    start: () => engine.start(),
    stop: async () => {
      await engine.stop();
      unsubscribe();
      changed.stop();
    },
  };
}
