import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../shared/chart/Chart.tsx';
import { withPrevious } from '../../../shared/chart/previous/previous.ts';
import type { Line } from '../../../shared/chart/series.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { slotLine, slotWindow } from '../slot-lines.ts';
import './clients.css';

const SIGNAL = [-90, -40] as const;
const RATE = [0, 100_000] as const;
const TRAFFIC = [0, 1_000] as const;
const PERCENT = [0, 100] as const;
const MINUTE_SECONDS = 60;

type Drawn = 'signal' | 'rate' | 'traffic' | 'retries';

function useLines(timeline: TerminalTimeline | undefined): Record<Drawn, Line[]> | null {
  const { t } = useTranslation();
  return useMemo(
    () =>
      timeline === undefined
        ? null
        : {
            signal: [slotLine(timeline, t('terminal-pages.chart.signal'), (slot) => slot.signalMean)],
            rate: [slotLine(timeline, t('terminal-pages.chart.rate'), (slot) => slot.downRateKbps)],
            traffic: [
              slotLine(timeline, t('terminal-pages.column.down'), (slot) => slot.downBytes),
              slotLine(timeline, t('terminal-pages.column.up'), (slot) => slot.upBytes),
            ],
            retries: [slotLine(timeline, t('terminal-pages.chart.retries'), (slot) => slot.retryPercent)],
          },
    [timeline, t],
  );
}

interface SlotChartsProps {
  timeline: TerminalTimeline;
  /** Of the window before; undefined where it is not compared. */
  previous: TerminalTimeline | undefined;
}

/** Signal, rate, traffic and retries per minute or hour. */
export function SlotCharts({ timeline, previous }: SlotChartsProps) {
  const { t } = useTranslation();
  const units = useUnits();
  const byMinute = timeline.stepSeconds === MINUTE_SECONDS;
  const window = useMemo(() => slotWindow(timeline), [timeline]);
  const current = useLines(timeline);
  const before = useLines(previous);
  const lines = useMemo(() => {
    const compared = (drawn: Drawn): Line[] => {
      const own = current?.[drawn] ?? [];
      if (before === null || previous === undefined) return own;
      // Traffic of an hour is not comparable with that of a minute.
      if (drawn === 'traffic' && previous.stepSeconds !== timeline.stepSeconds) return own;
      return withPrevious(
        { lines: own, window },
        { lines: before[drawn], window: slotWindow(previous) },
        Date.parse(timeline.to) - Date.parse(timeline.from),
        (name) => t('device-detail.previous.line', { name }),
      );
    };
    return {
      signal: compared('signal'),
      rate: compared('rate'),
      traffic: compared('traffic'),
      retries: compared('retries'),
    };
  }, [t, current, before, timeline, previous, window]);
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
        title={byMinute ? t('terminal-pages.chart.trafficMinute') : t('terminal-pages.chart.traffic')}
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
      {byMinute && (
        <Chart
          title={t('terminal-pages.chart.rate')}
          lines={lines.rate}
          window={window}
          value={units.rate}
          span={RATE}
        />
      )}
    </div>
  );
}
