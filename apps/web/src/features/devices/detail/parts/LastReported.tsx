import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../../../../shared/ui/Times.tsx';

/** Nothing of an offline device is as it is now. */
export function isPast({ status }: Pick<DeviceDetail, 'status'>): boolean {
  return status === 'offline';
}

/** What a device reports: of one that is offline it says when that was, and shows no colours of now. */
export function LastTold({ device, children }: { device: DeviceDetail; children: ReactNode }) {
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
