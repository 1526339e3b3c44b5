import type { DeviceDetail } from '@airloom/contract/devices/report.model';

export const DEVICE_TABS = [
  'overview',
  'radios',
  'clients',
  'ports',
  'members',
  'neighbours',
  'events',
  'commands',
  'configuration',
] as const;
export type DeviceTab = (typeof DEVICE_TABS)[number];

/** Kinds that speak for others. */
const LEADERS: readonly DeviceDetail['kind'][] = ['ac', 'gateway', 'controller'];

type Known = Pick<DeviceDetail, 'kind' | 'radios' | 'report' | 'members' | 'abilities'>;

function hasRadios(device: Known): boolean {
  return device.kind === 'ap' || device.radios.length > 0 || (device.abilities?.radios.length ?? 0) > 0;
}

function hasPorts(device: Known): boolean {
  return device.kind === 'switch' || device.kind === 'gateway' || (device.report?.ports.length ?? 0) > 0;
}

/** The parts a device's page has: those its kind is about, and those it tells something for anyway. */
export function tabsOf(device: Known): DeviceTab[] {
  const shown: Partial<Record<DeviceTab, boolean>> = {
    radios: hasRadios(device),
    ports: hasPorts(device),
    members: LEADERS.includes(device.kind) || device.members.total > 0,
    neighbours: hasRadios(device),
  };
  return DEVICE_TABS.filter((tab) => shown[tab] ?? true);
}
