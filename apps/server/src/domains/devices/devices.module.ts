import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { EventHandlers } from '../../platform/events/events.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import { configureSite } from './configurations.service.ts';
import { forgetClaimCodes } from './devices.jobs.ts';
import { deviceLiveEvents } from './devices.live.ts';
import { deviceRoutes } from './devices.routes.ts';

export function createDevices(platform: Platform): DomainModule<Handlers<keyof typeof deviceCalls>> {
  const events: EventHandlers = {
    ...deviceLiveEvents(platform),
    SiteSettingsChanged: async ({ tenant, payload }) => {
      if (tenant !== null) await configureSite(platform, tenant, payload.siteId);
    },
  };
  return { handlers: deviceRoutes(platform), events, cron: [forgetClaimCodes(platform)] };
}
