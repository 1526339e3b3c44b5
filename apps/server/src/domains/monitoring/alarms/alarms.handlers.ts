import type { DeliveredEvent, EventHandlers } from '../../../platform/events/events.ts';
import type { AlarmSweep } from './evaluation/sweep.ts';

type OfDevices =
  | 'DevicesOnline'
  | 'DevicesOffline'
  | 'DevicesMoved'
  | 'DevicesRefused'
  | 'ConfigurationsChanged'
  | 'UpgradeStatusesChanged'
  | 'EnrolmentRequested'
  | 'OwnershipDisputed'
  | 'OwnershipDecided'
  | 'TopologyChanged';

/**
 * A fact only says where to look: it may be told twice, late, or after what undid it. Looking is not waited for, so
 * that a thousand facts of one night are not a thousand looks; whatever is lost with the process the sweep finds.
 */
export function alarmEvents(sweep: Pick<AlarmSweep, 'wake'>): EventHandlers {
  const outages = async ({ tenant, payload }: DeliveredEvent<OfDevices>): Promise<void> => {
    if (tenant !== null) sweep.wake('outages', tenant, payload.deviceIds);
  };
  const failures = async ({ tenant, payload }: DeliveredEvent<OfDevices>): Promise<void> => {
    if (tenant !== null) sweep.wake('failures', tenant, payload.deviceIds);
  };
  return {
    DevicesOnline: outages,
    DevicesOffline: outages,
    DevicesRefused: outages,
    TopologyChanged: outages,
    DevicesMoved: async (told) => {
      await outages(told);
      await failures(told);
    },
    ConfigurationsChanged: failures,
    UpgradeStatusesChanged: failures,
    EnrolmentRequested: failures,
    OwnershipDisputed: failures,
    OwnershipDecided: failures,
  };
}
