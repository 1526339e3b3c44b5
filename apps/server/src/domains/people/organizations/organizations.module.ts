import type { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { emptyBin } from './organizations.jobs.ts';
import { organizationEvents } from './organizations.live.ts';
import { organizationRoutes } from './organizations.routes.ts';
import type { SiteInUse } from './sites.service.ts';

export function createOrganizations(
  platform: Platform,
  refuseInUse: SiteInUse,
): DomainModule<Handlers<keyof typeof organizationCalls>> {
  return {
    handlers: organizationRoutes(platform, refuseInUse),
    events: organizationEvents(platform),
    cron: [emptyBin(platform)],
  };
}
