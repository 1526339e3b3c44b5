import { type Bus, inParts } from '../../../../platform/bus/bus.ts';
import type { DeviceKey } from './queue.repository.ts';

/** Wakes the gateways that hold these devices, when those are not known here. */
export function wakeGateways(bus: Bus, devices: readonly DeviceKey[]): void {
  for (const [tenant, some] of Map.groupBy(devices, (device) => device.tenant)) {
    const ids = some.map(({ deviceId }) => deviceId);
    for (const deviceIds of inParts(ids)) bus.publish('device.wake', { tenant, deviceIds });
  }
}
