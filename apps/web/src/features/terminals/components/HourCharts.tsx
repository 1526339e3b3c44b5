import type { TerminalTimeline } from '@airloom/contract/terminals/online.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../shared/chart/Chart.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { hourLine, hourWindow } from '../hour-lines.ts';
import './terminals.css';

const SIGNAL = [-90, -40] as const;
const TRAFFIC = [0, 1_000] as const;
const PERCENT = [0, 100] as const;

/** Signal, traffic and what had to be sent again, hour by hour. */
export function HourCharts({ timeline }: { timeline: TerminalTimeline }) {
  const { t } = useTranslation();
  const units = useUnits();
  const window = useMemo(() => hourWindow(timeline), [timeline]);
  const lines = useMemo(
    () => ({
      signal: [hourLine(timeline, t('terminal-pages.chart.signal'), (hour) => hour.signalMean)],
      traffic: [
        hourLine(timeline, t('terminal-pages.column.down'), (hour) => hour.downBytes),
        hourLine(timeline, t('terminal-pages.column.up'), (hour) => hour.upBytes),
      ],
      retries: [hourLine(timeline, t('terminal-pages.chart.retries'), (hour) => hour.retryPercent)],
    }),
    [timeline, t],
  );
  return (
    <div className="terminal-charts">
      <Chart
        title={t('terminal-pages.chart.signal')}
        lines={lines.signal}
        window={window}
        value={units.dbm}
        span={SIGNAL}
        whole
      />
      <Chart
        title={t('terminal-pages.chart.traffic')}
        lines={lines.traffic}
        window={window}
        value={units.bytes}
        span={TRAFFIC}
      />
      <Chart
        title={t('terminal-pages.chart.retries')}
        lines={lines.retries}
        window={window}
        value={units.percent}
        span={PERCENT}
      />
    </div>
  );
}
