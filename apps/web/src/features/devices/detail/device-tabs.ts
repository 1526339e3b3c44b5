import type { DeviceDetail } from '@airloom/contract/devices/report.model';

export const DEVICE_TABS = [
  'overview',
  'radios',
  'ports',
  'accessPoints',
  'clients',
  'members',
  'neighbours',
  'events',
  'commands',
  'notes',
  'effective',
  'configuration',
] as const;
export type DeviceTab = (typeof DEVICE_TABS)[number];

/** Kinds that can have members. */
const LEADERS: readonly DeviceDetail['kind'][] = ['ac', 'gateway', 'controller'];

type Known = Pick<DeviceDetail, 'kind' | 'status' | 'radios' | 'report' | 'members' | 'abilities'>;

function hasRadios(device: Known): boolean {
  return device.kind === 'ap' || device.radios.length > 0 || (device.abilities?.radios.length ?? 0) > 0;
}

function hasPorts(device: Known): boolean {
  return device.kind === 'switch' || device.kind === 'gateway' || (device.report?.ports.length ?? 0) > 0;
}

/** Tabs of a device: those of its kind, and those with reported data. One that never connected reported nothing. */
export function tabsOf(device: Known): DeviceTab[] {
  const reports = device.status !== 'neverConnected';
  const shown: Partial<Record<DeviceTab, boolean>> = {
    radios: reports && hasRadios(device),
    clients: reports,
    ports: reports && hasPorts(device),
    accessPoints: reports && device.kind === 'switch',
    members: (reports && LEADERS.includes(device.kind)) || device.members.total > 0,
    neighbours: reports && hasRadios(device),
  };
  return DEVICE_TABS.filter((tab) => shown[tab] ?? true);
}
