import type { Fact } from '../../platform/events/outbox.ts';

/** One fact per account, however many devices. */
export function factsOf(
  type: 'DevicesOnline' | 'DevicesOffline',
  devices: readonly { readonly tenant: string; readonly deviceId: string }[],
): Fact[] {
  return [...Map.groupBy(devices, ({ tenant }) => tenant)].map(([tenant, ofTenant]) => ({
    tenant,
    type,
    payload: { deviceIds: ofTenant.map(({ deviceId }) => deviceId) },
  }));
}
