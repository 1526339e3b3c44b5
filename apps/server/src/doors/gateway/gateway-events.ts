import { type Bus, inParts } from '../../platform/bus/bus.ts';
import type { EventHandlers } from '../../platform/events/events.ts';

/** Announces changes of devices to every process with connections. */
export function gatewayEvents(bus: Bus): EventHandlers {
  const recheck = (tenant: string | null, deviceIds: readonly string[] | null): void => {
    if (tenant === null) return;
    if (deviceIds === null) bus.publish('device.recheck', { tenant, deviceIds });
    else for (const some of inParts(deviceIds)) bus.publish('device.recheck', { tenant, deviceIds: some });
  };
  return {
    DevicesMoved: async ({ tenant, payload }) => recheck(tenant, payload.deviceIds),
    DevicesRefused: async ({ tenant, payload }) => recheck(tenant, payload.deviceIds),
    AccountRemoved: async ({ payload }) => recheck(payload.tenant, null),
    TrustedMakersChanged: async () => bus.publish('gateway.trust', {}),
  };
}
