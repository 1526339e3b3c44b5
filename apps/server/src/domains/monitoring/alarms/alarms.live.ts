import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { sql } from 'kysely';
import type { EventHandlers } from '../../../platform/events/events.ts';
import { ChangedIds, showBySites } from '../../../platform/live/changed-ids.ts';
import { placesOfKeys, type SiteKind, siteKindKey } from '../../../platform/live/site-kinds.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface ShownAlarms {
  readonly events: EventHandlers;
  stop(): void;
}

/** Announces changed alarms to those who see their site and device class. */
export function showChangedAlarms(platform: Pick<Platform, 'live' | 'database' | 'log'>): ShownAlarms {
  const changed = new ChangedIds((tenant, keys) => {
    void showBySites(platform, tenant, placesOfKeys(keys, tenant), (_ids, audience) =>
      platform.live.push(alarmsChanged, {}, audience),
    );
  });
  return {
    events: {
      AlarmsChanged: async ({ tenant, payload: { alarmIds } }) => {
        if (tenant === null || !platform.live.hasListeners(tenant)) return;
        const places = await platform.database.withTenant({ tenant }, (tx) =>
          tx.all(sql<SiteKind>`
            select distinct site_id as "siteId", device_kind as kind from alarm
            where tenant_id = ${tenant} and id = any(${alarmIds}::uuid[])`),
        );
        if (places.length > 0) changed.add(tenant, places.map(siteKindKey));
      },
    },
    stop: () => changed.stop(),
  };
}
