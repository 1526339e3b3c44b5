import { topologyChanged } from '@airloom/contract/topology/topology.live';
import { sql } from 'kysely';
import type { EventHandlers } from '../../platform/events/events.ts';
import { ChangedIds, showBySites } from '../../platform/live/changed-ids.ts';
import type { Platform } from '../../platform/platform.ts';

export interface ShownTopologies {
  readonly events: EventHandlers;
  stop(): void;
}

/** Those who see a site are told that its picture changed. */
export function showChangedTopologies(
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): ShownTopologies {
  const changed = new ChangedIds((tenant, siteIds) => {
    const places = sql`select id as thing_id, id as site_id, null::text as kind from unnest(${siteIds}::uuid[]) as id`;
    void showBySites(platform, tenant, places, (ids, audience) => {
      for (const siteUUID of ids) platform.live.push(topologyChanged, { siteUUID }, audience);
    });
  });
  return {
    events: {
      TopologyChanged: async ({ tenant, payload: { siteId } }) => {
        if (tenant !== null && platform.live.isHeard(tenant)) changed.add(tenant, [siteId]);
      },
    },
    stop: () => changed.stop(),
  };
}
