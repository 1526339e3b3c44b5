import { peopleChanged, rolesChanged } from '@airloom/contract/access/access.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';

export function accessEvents({ live }: Pick<Platform, 'live'>): EventHandlers {
  return {
    PeopleChanged: async ({ tenant }) => {
      if (tenant !== null) live.push(peopleChanged, {}, { tenant });
    },
    RolesChanged: async ({ tenant }) => {
      if (tenant !== null) live.push(rolesChanged, {}, { tenant });
    },
  };
}
