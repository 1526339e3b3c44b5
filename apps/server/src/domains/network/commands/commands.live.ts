import { commandsChanged } from '@airloom/contract/commands/commands.live';
import { sql } from 'kysely';
import type { Bus, Unsubscribe } from '../../../platform/bus/bus.ts';
import { ChangedIds, showBySites } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Batches that changed. */
export function changedBatches(bus: Bus): ChangedIds {
  return new ChangedIds((tenant, batchIds) => bus.publish('commands.changed', { tenant, batchIds }));
}

/** Notifies browsers of changed batches with devices in sites they see, whichever process runs the commands. */
export function showChangedBatches(
  bus: Bus,
  platform: Pick<Platform, 'live' | 'database' | 'log'>,
): Unsubscribe {
  return bus.subscribe('commands.changed', ({ tenant, batchIds }) => {
    const places = sql`select batch_id as thing_id, site_id, null::uuid as enterprise_id, device_kind as kind from command
      where tenant_id = ${tenant} and batch_id = any(${batchIds}::uuid[])
      union all
      select schedule_id, site_id, null::uuid, device_kind from command_schedule_device
      where tenant_id = ${tenant} and schedule_id = any(${batchIds}::uuid[])`;
    void showBySites(platform, tenant, places, (cfgUUIDs, audience) =>
      platform.live.push(commandsChanged, { cfgUUIDs }, audience),
    );
  });
}
