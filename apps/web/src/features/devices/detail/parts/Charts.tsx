import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { Units } from '@airloom/contract/formats/figures/units';
import type { Span } from '@airloom/contract/formats/figures/value-axis';
import type { DeviceChart } from '@airloom/contract/telemetry/telemetry.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../../shared/chart/Chart.tsx';
import { withPrevious } from '../../../../shared/chart/previous/previous.ts';
import type { Line } from '../../../../shared/chart/series.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { deviceLines, radioLines, worthDrawing } from '../chart-lines.ts';

interface Drawn {
  key: string;
  title: string;
  lines: Line[];
  value: Units[keyof Units];
  span: Span;
  whole?: boolean;
  /** Shown without values. */
  always?: boolean;
}

const PERCENT = [0, 100] as const;
const COUNT = [0, 4] as const;

/** The charts of a device by key; none without figures. */
function useDrawn(kind: DeviceDetail['kind'], chart: DeviceChart | undefined): Drawn[] {
  const { t } = useTranslation();
  const units = useUnits();
  return useMemo(() => {
    if (chart === undefined) return [];
    const radioName = (radio: DeviceChart['radios'][number]) =>
      t('device-detail.radio.name', { number: radio.index + 1, band: radio.band ?? '' }).trim();
    const names = { down: t('device-detail.down'), up: t('device-detail.up') };
    return [
      {
        key: 'traffic',
        title: t('device-detail.chart.traffic'),
        lines: deviceLines(chart, [
          ['trafficDown', names.down],
          ['trafficUp', names.up],
        ]),
        value: units.rate,
        span: [0, 100],
        always: true,
      },
      {
        key: 'clients',
        title: t('device-detail.chart.clients'),
        lines: deviceLines(chart, [['clients', t('device-detail.chart.clients')]]),
        value: units.count,
        whole: true,
        span: COUNT,
        always: kind !== 'controller',
      },
      {
        key: 'load',
        title: t('device-detail.chart.load'),
        lines: deviceLines(chart, [
          ['cpuPercent', t('device-detail.cpu')],
          ['memoryPercent', t('device-detail.memory')],
        ]),
        value: units.percent,
        span: PERCENT,
        always: true,
      },
      {
        key: 'utilisation',
        title: t('device-detail.chart.utilisation'),
        lines: radioLines(chart, 'utilisationPercent', radioName),
        value: units.percent,
        span: PERCENT,
      },
      {
        key: 'noise',
        title: t('device-detail.chart.noise'),
        lines: radioLines(chart, 'noise', radioName),
        value: units.dbm,
        whole: true,
        span: [-110, -70],
      },
      {
        key: 'radioClients',
        title: t('device-detail.chart.radioClients'),
        lines: radioLines(chart, 'radioClients', radioName),
        value: units.count,
        whole: true,
        span: COUNT,
      },
      {
        key: 'power',
        title: t('device-detail.chart.power'),
        lines: deviceLines(chart, [['powerWatts', t('device-detail.chart.power')]]),
        value: units.watts,
        span: [0, 20],
      },
      {
        key: 'temperature',
        title: t('device-detail.chart.temperature'),
        lines: deviceLines(chart, [['temperature', t('device-detail.chart.temperature')]]),
        value: units.celsius,
        span: [20, 60],
      },
    ];
  }, [t, units, chart, kind]);
}

interface ChartsProps {
  device: DeviceDetail;
  chart: DeviceChart;
  /** The window before, and how much earlier it is. */
  previous: { chart: DeviceChart; shiftMs: number } | null;
}

/** Charts of a device over one time range. */
export function Charts({ device, chart, previous }: ChartsProps) {
  const { t } = useTranslation();
  const current = useDrawn(device.kind, chart);
  const earlier = useDrawn(device.kind, previous?.chart);
  const drawn = useMemo(
    () =>
      current.map((one) => {
        const before = earlier.find(({ key }) => key === one.key);
        if (previous === null || before === undefined) return one;
        const lines = withPrevious(
          { lines: one.lines, window: chart },
          { lines: before.lines, window: previous.chart },
          previous.shiftMs,
          (name) => t('device-detail.previous.line', { name }),
        );
        return { ...one, lines };
      }),
    [t, current, earlier, chart, previous],
  );
  return (
    <div className="device-charts">
      {drawn
        .filter(({ lines, always = false }) => worthDrawing(lines, always))
        .map(({ key, always: _always, ...shown }) => (
          <Chart key={key} window={chart} {...shown} />
        ))}
    </div>
  );
}
