import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartWindow, type Line, stepsOf } from '../../../shared/chart/series.ts';
import { useChartTexts } from '../../../shared/chart/use-chart-texts.ts';
import { areaPath, hourTicks, roundAbove } from '../area-path.ts';
import './big-screen.css';
import './screen-chart.css';

interface ScreenChartProps {
  title: string;
  lines: readonly Line[];
  window: ChartWindow;
  value(value: number): string;
  /** Minimum upper end of the scale. */
  least: number;
}

/** Step of the table for screen readers, longer than that of the chart. */
const ROWS = 24;

/** A chart in the size of the big screen, with its figures as a hidden table. */
export function ScreenChart({ title, lines, window, value, least }: ScreenChartProps) {
  const { t } = useTranslation();
  const id = useId();
  const texts = useChartTexts(window, value);
  const most = roundAbove(
    lines.flatMap((line) => line.values),
    least,
  );
  const drawn = useMemo(() => lines.map((line) => areaPath(line.values, most)), [lines, most]);
  const steps = useMemo(() => stepsOf(window, lines), [window, lines]);
  const every = Math.max(1, Math.ceil(steps.length / ROWS));
  const ticks = hourTicks(Date.parse(window.from), Date.parse(window.to));
  return (
    <section className="big-screen-chart" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {lines.length > 1 && (
          <ul className="big-screen-legend">
            {lines.map((line, place) => (
              <li key={line.name} data-place={place}>
                <svg viewBox="0 0 24 4" aria-hidden>
                  <line x1={0} x2={24} y1={2} y2={2} />
                </svg>
                {line.name}
              </li>
            ))}
          </ul>
        )}
      </header>
      <div className="big-screen-picture" aria-hidden>
        <span className="big-screen-most">{value(most)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {[25, 50, 75].map((y) => (
            <line key={y} className="big-screen-grid" x1={0} x2={100} y1={y} y2={y} />
          ))}
          {drawn.map(({ line, fill }, place) => (
            <g key={lines[place]?.name} data-place={place}>
              <path className="big-screen-fill" d={fill} />
              <path className="big-screen-stroke" d={line} />
            </g>
          ))}
        </svg>
        <div className="big-screen-ticks">
          {ticks.map(({ at, percent }) => (
            <span key={at} style={{ left: `clamp(2.4em, ${percent}%, 100% - 2.4em)` }}>
              {texts.tick(at)}
            </span>
          ))}
        </div>
      </div>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ui.chart.time')}</th>
            {lines.map((line) => (
              <th key={line.name} scope="col">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps
            .filter((_, index) => index % every === 0)
            .map((step) => (
              <tr key={step.at}>
                <th scope="row">{texts.moment(step.at)}</th>
                {step.values.map((one, place) => (
                  <td key={lines[place]?.name}>{one === null ? texts.nothing : value(one)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
