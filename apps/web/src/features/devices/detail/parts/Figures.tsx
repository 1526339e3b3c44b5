import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../../shared/i18n/use-units.ts';

interface Figure {
  label: string;
  value: string | null;
  /** Additional small text. */
  note?: string | undefined;
}

/** Figures of the latest report. An offline device has no current figures. */
export function Figures({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  if (!isConnected(device.status)) return <p className="device-quiet">{t('device-detail.offlineNow')}</p>;
  const { power } = device.report ?? { power: null };
  const figures: readonly Figure[] = [
    { label: t('device-detail.clients'), value: units.count(device.clients) },
    {
      label: t('device-detail.members'),
      value: device.members.total === 0 ? null : units.count(device.members.online),
      note: t('device-detail.ofMembers', { count: device.members.total }),
    },
    {
      label: t('device-detail.cpu'),
      value: device.cpuPercent === null ? null : units.percent(device.cpuPercent),
    },
    {
      label: t('device-detail.memory'),
      value: device.memoryPercent === null ? null : units.percent(device.memoryPercent),
    },
    {
      label: t('device-detail.temperature'),
      value: device.temperature === null ? null : units.celsius(device.temperature),
    },
    {
      label: t('device-detail.power'),
      value: power === null ? null : units.watts(power.usedWatts),
      note:
        power?.budgetWatts == null
          ? undefined
          : t('device-detail.ofBudget', { budget: units.watts(power.budgetWatts) }),
    },
  ];
  return (
    <dl className="device-figures">
      {figures.map(
        ({ label, value, note }) =>
          value !== null && (
            <div key={label} className="card">
              <dt>{label}</dt>
              <dd>
                {value} {note !== undefined && <small>{note}</small>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
