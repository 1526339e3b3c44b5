import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { EventHandlers } from '../../platform/events/events.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import { CONFIGURE_SITE, configureChangedSite, forgetClaimCodes } from './devices.jobs.ts';
import { deviceLiveEvents } from './devices.live.ts';
import { deviceRoutes } from './devices.routes.ts';

export function createDevices(platform: Platform): DomainModule<Handlers<keyof typeof deviceCalls>> {
  const events: EventHandlers = {
    ...deviceLiveEvents(platform),
    SiteSettingsChanged: ({ id, tenant, payload: { siteId } }) =>
      platform.addJob(CONFIGURE_SITE, { tenant, siteId }, `${CONFIGURE_SITE} ${id}`),
  };
  return {
    handlers: deviceRoutes(platform),
    events,
    cron: [forgetClaimCodes(platform)],
    queued: [configureChangedSite(platform)],
  };
}
