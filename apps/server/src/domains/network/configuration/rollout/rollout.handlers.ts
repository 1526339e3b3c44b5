import type { Bus } from '../../../../platform/bus/bus.ts';
import type { EventHandlers } from '../../../../platform/events/events.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { changesOf } from './changes.repository.ts';
import { settleLateReverts } from './devices/change-devices.repository.ts';
import { wake } from './engine.ts';

/** Rollouts go on when their devices answer, return, are upgraded or are removed. */
export function rolloutEvents(platform: Pick<Platform, 'database' | 'now'>, bus: Bus): EventHandlers {
  const wakeChangesOf = async ({
    tenant,
    payload: { deviceIds },
  }: {
    readonly tenant: string | null;
    readonly payload: { readonly deviceIds: readonly string[] };
  }): Promise<void> => {
    if (tenant === null) return;
    const changes = await platform.database.withTenant({ tenant }, (tx) => changesOf(tx, tenant, deviceIds));
    await wake(platform, bus, changes);
  };
  return {
    ConfigurationsChanged: async (event) => {
      await wakeChangesOf(event);
      const { tenant } = event;
      if (tenant === null) return;
      const reverted = await platform.database.withTenant({ tenant }, (tx) =>
        settleLateReverts(tx, tenant, event.payload.deviceIds, platform.now()),
      );
      const changeIds = [...new Set(reverted.map(({ id }) => id))];
      if (changeIds.length > 0) bus.publish('changes.changed', { tenant, changeIds });
    },
    DevicesOnline: wakeChangesOf,
    DevicesMoved: wakeChangesOf,
    DevicesRefused: wakeChangesOf,
    UpgradeStatusesChanged: wakeChangesOf,
  };
}
