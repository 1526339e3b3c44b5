import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { DeviceLog } from '../../../../shared/logs/DeviceLog.tsx';

export function EventsTab({ device }: { device: DeviceDetail }) {
  return <DeviceLog deviceUUID={device.deviceUUID} />;
}
