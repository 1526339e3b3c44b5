import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';

type Member = DeviceReport['members'][number];

/** A member's own row knows; of one that has none, only a report of now says anything. */
export function memberStatus(
  device: Pick<DeviceDetail, 'status'>,
  member: Pick<Member, 'device' | 'online'>,
): DeviceStatus | null {
  if (member.device) return member.device.status;
  if (device.status === 'offline') return null;
  return member.online ? 'online' : 'offline';
}
