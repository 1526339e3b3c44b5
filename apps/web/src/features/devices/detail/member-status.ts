import { type DeviceStatus, isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';

type Member = DeviceReport['members'][number];

/** Status of a member's own row; without a row, that of a current report. */
export function memberStatus(
  device: Pick<DeviceDetail, 'status'>,
  member: Pick<Member, 'device' | 'online'>,
): DeviceStatus | null {
  if (member.device) return member.device.status;
  if (!isConnected(device.status)) return null;
  return member.online ? 'online' : 'offline';
}
