import type { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { disputeRegistrations } from './admission/ownership.service.ts';
import { reportSharedCa } from './admission/trusted-cas.service.ts';
import { annotationRoutes } from './annotations.routes.ts';
import { applyOffTimes } from './configuration/off-times.jobs.ts';
import { expireTakeOvers } from './configuration/take-over.expiry.ts';
import { revertTrialsJob } from './configuration/trial.ts';
import {
  CONFIGURE_SITE,
  configureChangedSite,
  deleteUnusedSets,
  forgetClaimCodes,
  forgetRefusedAttempts,
} from './devices.jobs.ts';
import { deviceLiveEvents } from './devices.live.ts';
import { deviceRoutes } from './devices.routes.ts';
import { forgetLoosePhotos } from './photos/photos.jobs.ts';
import { VirtualFleets } from './virtual/virtual-fleets.service.ts';

export function createDevices(
  platform: Platform,
  gatewayPort: () => number | null,
): DomainModule<Handlers<keyof typeof deviceCalls | keyof typeof annotationCalls>> {
  const events: EventHandlers = {
    ...deviceLiveEvents(platform),
    SiteSettingsChanged: ({ id, tenant, payload: { siteId } }) =>
      platform.addJob(CONFIGURE_SITE, { tenant, siteId }, `${CONFIGURE_SITE} ${id}`),
    DevicesRegistered: async ({ tenant, payload: { deviceIds } }) => {
      if (tenant !== null) await disputeRegistrations(platform, tenant, deviceIds);
    },
    TrustedCaProven: async ({ tenant, payload: { trustedCaId } }) => {
      if (tenant !== null) await reportSharedCa(platform, tenant, trustedCaId);
    },
  };
  return {
    handlers: {
      ...deviceRoutes(platform, new VirtualFleets(platform, gatewayPort)),
      ...annotationRoutes(platform),
    },
    events,
    cron: [
      forgetClaimCodes(platform),
      forgetRefusedAttempts(platform),
      deleteUnusedSets(platform),
      expireTakeOvers(platform),
      applyOffTimes(platform),
      revertTrialsJob(platform),
      forgetLoosePhotos(platform),
    ],
    queued: [configureChangedSite(platform)],
  };
}
