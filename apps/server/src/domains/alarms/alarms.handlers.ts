import type { EventHandlers, Told } from '../../platform/events/events.ts';
import { type ReconcilePlatform, reconcileFailures, reconcileOutages } from './reconcile.ts';

type OfDevices =
  | 'DevicesOnline'
  | 'DevicesOffline'
  | 'DevicesMoved'
  | 'DevicesRefused'
  | 'ConfigurationsChanged'
  | 'UpgradeStatusesChanged';

/** A fact only says where to look: it may be told twice, late, or after what undid it. */
export function alarmEvents(platform: ReconcilePlatform): EventHandlers {
  const outages = async ({ tenant, payload }: Told<OfDevices>): Promise<void> => {
    if (tenant !== null) await reconcileOutages(platform, tenant, payload.deviceIds);
  };
  const failures = async ({ tenant, payload }: Told<OfDevices>): Promise<void> => {
    if (tenant !== null) await reconcileFailures(platform, tenant, payload.deviceIds, 'wait');
  };
  return {
    DevicesOnline: outages,
    DevicesOffline: outages,
    DevicesRefused: outages,
    DevicesMoved: async (told) => {
      await outages(told);
      await failures(told);
    },
    ConfigurationsChanged: failures,
    UpgradeStatusesChanged: failures,
  };
}
