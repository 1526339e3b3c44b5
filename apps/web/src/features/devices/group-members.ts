import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { PAGE_SIZES } from '@airloom/contract/paging';
import { call } from '../../shared/api/call.ts';

const SIZE = Math.max(...PAGE_SIZES);

/** All devices of a group, however many answers they take. */
export async function readMembers(groupUUID: string): Promise<Device[]> {
  const first = await call(deviceCalls.listDevices, { groupUUID, size: SIZE, page: 1 });
  const pages = Math.ceil(first.total / SIZE);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      call(deviceCalls.listDevices, { groupUUID, size: SIZE, page: index + 2 }),
    ),
  );
  return [first, ...others].flatMap(({ rows }) => rows);
}

/** Adds devices to a group; whoever was in it stays. */
export async function addMembers(groupUUID: string, added: readonly string[]): Promise<void> {
  const members = await readMembers(groupUUID);
  const deviceUUIDs = [...new Set([...members.map(({ deviceUUID }) => deviceUUID), ...added])];
  await call(deviceCalls.setGroupMembers, { groupUUID, deviceUUIDs });
}

export async function removeMembers(groupUUID: string, removed: readonly string[]): Promise<void> {
  const members = await readMembers(groupUUID);
  const gone = new Set(removed);
  const deviceUUIDs = members.map(({ deviceUUID }) => deviceUUID).filter((id) => !gone.has(id));
  await call(deviceCalls.setGroupMembers, { groupUUID, deviceUUIDs });
}
