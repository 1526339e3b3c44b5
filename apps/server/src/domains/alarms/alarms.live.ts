import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { sql } from 'kysely';
import type { EventHandlers } from '../../platform/events/events.ts';
import { ChangedIds, showBySites } from '../../platform/live/changed-ids.ts';
import type { Platform } from '../../platform/platform.ts';

/** Stands for alarms that are in no site; no site has it. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

export interface ShownAlarms {
  readonly events: EventHandlers;
  stop(): void;
}

/** Facts are told where browsers listen: those who see a site are told that alarms of it changed. */
export function showChangedAlarms(platform: Pick<Platform, 'live' | 'database' | 'log'>): ShownAlarms {
  const changed = new ChangedIds((tenant, siteIds) => {
    const places = sql`select ${tenant}::uuid as thing_id, id as site_id from unnest(${siteIds}::uuid[]) as id`;
    void showBySites(platform, tenant, places, (_ids, audience) =>
      platform.live.push(alarmsChanged, {}, audience),
    );
  });
  return {
    events: {
      AlarmsChanged: async ({ tenant, payload: { alarmIds } }) => {
        if (tenant === null || !platform.live.isHeard(tenant)) return;
        const sites = await platform.database.withTenant({ tenant }, (tx) =>
          tx.all(sql<{ id: string }>`
            select distinct coalesce(site_id, ${NOWHERE}::uuid) as id from alarm
            where tenant_id = ${tenant} and id = any(${alarmIds}::uuid[])`),
        );
        if (sites.length > 0)
          changed.add(
            tenant,
            sites.map(({ id }) => id),
          );
      },
    },
    stop: () => changed.stop(),
  };
}
