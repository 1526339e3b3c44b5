import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { DeviceLog } from '../../../../shared/logs/DeviceLog.tsx';
import { OperationLogLink } from '../../../../shared/logs/OperationLogLink.tsx';

export function EventsTab({ device: { deviceUUID } }: { device: DeviceDetail }) {
  return (
    <>
      <OperationLogLink about={{ object: deviceUUID }} />
      <DeviceLog deviceUUID={deviceUUID} />
    </>
  );
}
