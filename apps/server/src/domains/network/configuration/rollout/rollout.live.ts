import { changesChanged } from '@airloom/contract/configuration/configuration.live';
import { sql } from 'kysely';
import type { Bus, Unsubscribe } from '../../../../platform/bus/bus.ts';
import { ChangedIds, showBySites } from '../../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../../platform/platform.ts';

/** Changes whose rollout progressed. */
export function changedChanges(bus: Bus): ChangedIds {
  return new ChangedIds((tenant, changeIds) => bus.publish('changes.changed', { tenant, changeIds }));
}

/** Notifies browsers of changes in sites or organizations they see, whichever process advances them. */
export function showChangedChanges(
  bus: Bus,
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('changes.changed', ({ tenant, changeIds }) => {
    const places = sql`
      select change.id as thing_id, place.site_id, place.enterprise_id, null as kind
      from configuration_change as change
      cross join lateral (
        select site_id, null::uuid as enterprise_id from unnest(change.site_ids) as site_id
        union all select null, enterprise_id from unnest(change.organization_ids) as enterprise_id) as place
      where change.tenant_id = ${tenant} and change.id = any(${changeIds}::uuid[])`;
    void showBySites(platform, tenant, places, (changeUUIDs, audience) =>
      platform.live.push(changesChanged, { changeUUIDs }, audience),
    );
  });
}
