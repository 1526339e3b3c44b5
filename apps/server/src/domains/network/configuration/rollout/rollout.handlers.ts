import type { Bus } from '../../../../platform/bus/bus.ts';
import type { EventHandlers } from '../../../../platform/events/events.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { changesOf } from './changes.repository.ts';
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
    ConfigurationsChanged: wakeChangesOf,
    DevicesOnline: wakeChangesOf,
    DevicesMoved: wakeChangesOf,
    DevicesRefused: wakeChangesOf,
    UpgradeStatusesChanged: wakeChangesOf,
  };
}
