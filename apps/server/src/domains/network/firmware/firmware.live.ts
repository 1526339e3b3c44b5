import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import { sql } from 'kysely';
import type { Bus, Unsubscribe } from '../../../platform/bus/bus.ts';
import { ChangedIds, showBySites } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Campaigns that changed. */
export function changedCampaigns(bus: Bus): ChangedIds {
  return new ChangedIds((tenant, campaignIds) => bus.publish('campaigns.changed', { tenant, campaignIds }));
}

/** Notifies browsers of changed campaigns for devices in sites they see, whichever process advances them. */
export function showChangedCampaigns(
  bus: Bus,
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('campaigns.changed', ({ tenant, campaignIds }) => {
    const places = sql`select campaign_id as thing_id, site_id, null::uuid as enterprise_id, device_kind as kind from upgrade
      where tenant_id = ${tenant} and campaign_id = any(${campaignIds}::uuid[])`;
    void showBySites(platform, tenant, places, (campaignUUIDs, audience) =>
      platform.live.push(campaignsChanged, { campaignUUIDs }, audience),
    );
  });
}
