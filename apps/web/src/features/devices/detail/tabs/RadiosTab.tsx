import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { LastReported } from '../../../../shared/devices/LastReported.tsx';
import { useTrafficColumns } from '../../../../shared/devices/use-traffic-columns.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { type SmallColumn, SmallTable } from '../../../../shared/table/small/SmallTable.tsx';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';

type Radio = DeviceReport['radios'][number];

function maybe(value: number | null, show: (value: number) => string): string {
  return value === null ? '–' : show(value);
}

export function RadiosTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  const traffic = useTrafficColumns<Radio>();
  const columns: readonly SmallColumn<Radio>[] = [
    {
      key: 'radio',
      title: 'device-detail.radio.radio',
      render: (radio) => t('device-detail.radio.name', { number: radio.index + 1, band: radio.band }),
      value: (radio) => radio.index,
    },
    {
      key: 'channel',
      title: 'device-detail.radio.channel',
      align: 'end',
      render: (radio) => radio.channel,
      value: (radio) => radio.channel,
    },
    {
      key: 'width',
      title: 'device-detail.radio.width',
      align: 'end',
      render: (radio) => `${units.count(radio.widthMhz)} MHz`,
    },
    {
      key: 'txPower',
      title: 'device-detail.radio.txPower',
      align: 'end',
      render: (radio) => maybe(radio.txPower, units.dbm),
      value: (radio) => radio.txPower,
    },
    {
      key: 'utilisation',
      title: 'device-detail.radio.utilisation',
      align: 'end',
      render: (radio) => maybe(radio.utilisationPercent, units.percent),
      value: (radio) => radio.utilisationPercent,
    },
    {
      key: 'noise',
      title: 'device-detail.radio.noise',
      align: 'end',
      render: (radio) => maybe(radio.noise, units.dbm),
      value: (radio) => radio.noise,
    },
    {
      key: 'clients',
      title: 'device-detail.clients',
      align: 'end',
      render: (radio) => units.count(radio.clients),
      value: (radio) => radio.clients,
    },
    ...traffic,
    {
      key: 'retries',
      title: 'device-detail.radio.retries',
      align: 'end',
      render: (radio) => maybe(radio.txRetries, units.about),
      value: (radio) => radio.txRetries,
    },
    {
      key: 'failed',
      title: 'device-detail.radio.failed',
      align: 'end',
      render: (radio) => maybe(radio.txFailed, units.about),
      value: (radio) => radio.txFailed,
    },
    {
      key: 'temperature',
      title: 'device-detail.temperature',
      align: 'end',
      render: (radio) => maybe(radio.temperature, units.celsius),
      value: (radio) => radio.temperature,
    },
  ];
  return (
    <LastReported device={device}>
      <SmallTable
        label={t('device-detail.tab.radios')}
        rows={device.report?.radios ?? []}
        columns={columns}
        rowKey={(radio) => String(radio.index)}
        empty={
          <EmptyState icon="ap" title={t('device-detail.radio.empty')} text={t('device-detail.notYet')} />
        }
      />
    </LastReported>
  );
}
