import type { DeliveredEvent, EventHandlers } from '../../../platform/events/events.ts';
import type { AlarmSweep } from './evaluation/sweep.ts';

type DeviceEventType =
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
 * An event only names the devices to evaluate: it may arrive twice, late, or after the opposite one. Handlers do not
 * wait for the evaluation, so that many events share one; the sweep covers events lost with a process.
 */
export function alarmEvents(sweep: Pick<AlarmSweep, 'enqueue'>): EventHandlers {
  const outages = async ({ tenant, payload }: DeliveredEvent<DeviceEventType>): Promise<void> => {
    if (tenant !== null) sweep.enqueue('outages', tenant, payload.deviceIds);
  };
  const failures = async ({ tenant, payload }: DeliveredEvent<DeviceEventType>): Promise<void> => {
    if (tenant !== null) sweep.enqueue('failures', tenant, payload.deviceIds);
  };
  return {
    DevicesOnline: outages,
    DevicesOffline: outages,
    DevicesRefused: outages,
    TopologyChanged: outages,
    DevicesMoved: async (event) => {
      await outages(event);
      await failures(event);
    },
    ConfigurationsChanged: failures,
    UpgradeStatusesChanged: failures,
    EnrolmentRequested: failures,
    OwnershipDisputed: failures,
    OwnershipDecided: failures,
  };
}
