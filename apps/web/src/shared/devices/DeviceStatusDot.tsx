import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { StatusDot } from '../ui/StatusDot.tsx';
import { STATUS_TONES, useStatusNames } from './use-status-names.ts';

export function DeviceStatusDot({ status }: { status: DeviceStatus }) {
  const names = useStatusNames();
  return <StatusDot tone={STATUS_TONES[status]}>{names[status]}</StatusDot>;
}
