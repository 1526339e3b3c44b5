import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/actions/IconButton.tsx';
import './chart.css';
import type { Span } from '@airloom/contract/formats/figures/value-axis';
import { Canvas } from './Canvas.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartTable } from './ChartTable.tsx';
import { type ChartWindow, hasValues, type Line, stepsOf } from './series.ts';
import { useChartTexts } from './use-chart-texts.ts';

interface ChartProps {
  title: string;
  lines: readonly Line[];
  window: ChartWindow;
  /** A value with its unit. */
  value(value: number): string;
  span: Span;
  /** There is no half of what is counted. */
  whole?: boolean;
  /** A value is of its whole step, not of the moment it begins. */
  stepped?: boolean;
}

/** Lines over time, with the same figures as a table behind a button. */
export function Chart({ title, lines, window, value, span, whole = false, stepped = false }: ChartProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const [asTable, setAsTable] = useState(false);
  const texts = useChartTexts(window, value);
  const measured = hasValues(lines);
  const steps = useMemo(() => stepsOf(window, lines), [window, lines]);

  function body(): ReactNode {
    if (!measured) return <p className="chart-none">{t('ui.chart.none')}</p>;
    if (asTable) return <ChartTable title={title} lines={lines} steps={steps} texts={texts} />;
    return (
      <Canvas
        title={title}
        lines={lines}
        steps={steps}
        window={window}
        texts={texts}
        span={span}
        whole={whole}
        stepped={stepped}
      />
    );
  }

  return (
    <section className="chart card" aria-labelledby={headingId}>
      <header className="chart-head">
        <h2 id={headingId}>{title}</h2>
        {lines.length > 1 && <ChartLegend lines={lines} />}
        {measured && (
          <IconButton
            icon={asTable ? 'chart' : Table2}
            label={asTable ? t('ui.chart.asChart', { title }) : t('ui.chart.asTable', { title })}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </header>
      {body()}
    </section>
  );
}
