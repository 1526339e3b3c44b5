import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';

export function organizationEvents({ live }: Pick<Platform, 'live'>): EventHandlers {
  return {
    SiteTreeChanged: async ({ tenant }) => {
      if (tenant !== null) live.push(siteTreeChanged, {}, { tenant });
    },
  };
}
