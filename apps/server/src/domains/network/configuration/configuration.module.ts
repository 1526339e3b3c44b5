import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { configurationEvents } from './configuration.live.ts';
import { configurationRoutes } from './configuration.routes.ts';

/** Settings that people edit, reviewed changes and their rollout. */
export function createConfiguration(
  platform: Platform,
  bus: Bus,
): DomainModule<Handlers<keyof typeof settingCalls | keyof typeof wirelessCalls>> {
  return { handlers: configurationRoutes(platform, bus), events: configurationEvents(platform) };
}
