import { topologyChanged } from '@airloom/contract/topology/topology.live';
import type { EventHandlers } from '../../../platform/events/events.ts';
import { ChangedIds, showBySites } from '../../../platform/live/changed-ids.ts';
import { placesOfKeys, siteKindKey } from '../../../platform/live/site-kinds.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface ShownTopologies {
  readonly events: EventHandlers;
  stop(): void;
}

/** Announces a changed topology to those who see its site and one of the device classes that it changed for. */
export function showChangedTopologies(
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): ShownTopologies {
  const changed = new ChangedIds((tenant, keys) => {
    void showBySites(platform, tenant, placesOfKeys(keys, null), (ids, audience) => {
      for (const siteUUID of ids) platform.live.push(topologyChanged, { siteUUID }, audience);
    });
  });
  return {
    events: {
      TopologyChanged: async ({ tenant, payload: { siteId, kinds } }) => {
        if (tenant === null || !platform.live.hasListeners(tenant)) return;
        changed.add(
          tenant,
          kinds.map((kind) => siteKindKey({ siteId, kind })),
        );
      },
    },
    stop: () => changed.stop(),
  };
}
