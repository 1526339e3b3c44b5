import { settingsChanged } from '@airloom/contract/configuration/configuration.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';

export function configurationEvents({ live }: Pick<Platform, 'live'>): EventHandlers {
  return {
    SettingsChanged: async ({ tenant }) => {
      if (tenant !== null) live.push(settingsChanged, {}, { tenant });
    },
  };
}
