import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../ui/Times.tsx';

/** Data of an offline device is outdated. */
export function isPast({ status }: Pick<DeviceDetail, 'status'>): boolean {
  return !isConnected(status);
}

/** Reported data; for an offline device with its time and without status colours. */
export function LastReported({ device, children }: { device: DeviceDetail; children: ReactNode }) {
  const { t } = useTranslation();
  if (!isPast(device) || device.report === null) return children;
  return (
    <div className="device-past">
      <p className="device-quiet">
        {t('device-detail.offlineAsOf')} <TimeAgo at={device.report.at} />
      </p>
      {children}
    </div>
  );
}
