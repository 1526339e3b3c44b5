import type { NewEvent } from '../../../../platform/events/outbox.ts';

/** Lists of these accounts show something else now. */
export function listsChanged(tenants: Iterable<string>): NewEvent[] {
  return [...new Set(tenants)].map((tenant) => ({ tenant, type: 'DevicesChanged', payload: {} }));
}

/** One fact per account, however many devices. */
export function factsOf(
  type: 'DevicesOnline' | 'DevicesOffline' | 'PairStatusesChanged' | 'ConfigurationsChanged',
  devices: readonly { readonly tenant: string; readonly deviceId: string }[],
): NewEvent[] {
  return [...Map.groupBy(devices, ({ tenant }) => tenant)].map(([tenant, ofTenant]) => ({
    tenant,
    type,
    payload: { deviceIds: ofTenant.map(({ deviceId }) => deviceId) },
  }));
}
