import type { deviceStatusChanged } from '@airloom/contract/devices/devices.live';
import type { Device } from '@airloom/contract/devices/devices.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { Page } from '@airloom/contract/paging';
import type { z } from 'zod';

export type StatusChange = z.infer<typeof deviceStatusChanged.payload>;

/** The last of several messages about one device counts. */
export function latestByDevice(changes: readonly StatusChange[]): ReadonlyMap<string, StatusChange> {
  return new Map(changes.map((change) => [change.deviceUUID, change]));
}

/** Cleared figures of a device that is not connected. */
const SILENT = {
  uptimeSeconds: null,
  clients: 0,
  cpuPercent: null,
  memoryPercent: null,
  temperature: null,
} satisfies Partial<Device>;

function changed(device: Device, change: StatusChange): Device {
  const { status, upgradeStatus, configurationState } = change;
  const same =
    device.status === status &&
    device.upgradeStatus === upgradeStatus &&
    device.configurationState === configurationState;
  if (same) return device;
  return {
    ...device,
    status,
    upgradeStatus,
    configurationState,
    ...(!isConnected(status) && isConnected(device.status) ? SILENT : {}),
  };
}

/** Unchanged rows stay the same objects, so that they are not rendered again. */
export function patchPage(page: Page<Device>, changes: ReadonlyMap<string, StatusChange>): Page<Device> {
  let touched = false;
  const rows = page.rows.map((row) => {
    const change = changes.get(row.deviceUUID);
    const next = change ? changed(row, change) : row;
    touched ||= next !== row;
    return next;
  });
  return touched ? { ...page, rows } : page;
}
