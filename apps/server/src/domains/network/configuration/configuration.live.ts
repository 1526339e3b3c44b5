import { settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { sql } from 'kysely';
import type { EventHandlers } from '../../../platform/events/events.ts';
import { showBySites } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Settings of an organization apply in its sites, too. */
export function configurationEvents(platform: Pick<Platform, 'live' | 'database' | 'log'>): EventHandlers {
  return {
    SettingsChanged: async ({ tenant, payload: { siteIds, organizationIds } }) => {
      if (tenant === null) return;
      const places = sql`
        select ${tenant}::uuid as thing_id, id as site_id, null::uuid as enterprise_id, null as kind from site
        where tenant_id = ${tenant}
          and (id = any(${siteIds}::uuid[]) or enterprise_id = any(${organizationIds}::uuid[]))
        union all
        select ${tenant}::uuid, null, enterprise_id, null from unnest(${organizationIds}::uuid[]) as enterprise_id`;
      await showBySites(platform, tenant, places, (_, audience) =>
        platform.live.push(settingsChanged, {}, audience),
      );
    },
  };
}
