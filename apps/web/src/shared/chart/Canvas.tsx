import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../theme/theme-store.ts';
import { type ChartTexts, chartOption } from './chart-option.ts';
import type { EChartsType } from './echarts.ts';
import type { ChartWindow, Line, Step } from './series.ts';
import type { Span } from './value-axis.ts';

interface CanvasProps {
  title: string;
  lines: readonly Line[];
  steps: readonly Step[];
  window: ChartWindow;
  texts: ChartTexts;
  span: Span;
  whole: boolean;
  stepped: boolean;
}

const STILL = window.matchMedia('(prefers-reduced-motion: reduce)');

/** The drawing as wide as its place, made once echarts has come. */
function useDrawing(option: ReturnType<typeof chartOption>) {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<EChartsType | null>(null);

  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    let gone = false;
    let made: EChartsType | undefined;
    const resize = new ResizeObserver(() => made?.resize());
    const draw = async (): Promise<void> => {
      const { init } = await import('./echarts.ts');
      if (gone) return;
      made = init(element);
      resize.observe(element);
      setDrawing(made);
    };
    void draw();
    return () => {
      gone = true;
      resize.disconnect();
      made?.dispose();
    };
  }, []);

  useEffect(() => drawing?.setOption(option, true), [drawing, option]);
  return { place, drawing };
}

/**
 * The drawing itself is for the eye and the mouse. Keyboards and screen readers move a slider over the same
 * moments: it shows the tooltip and announces its text.
 */
export function Canvas({ title, lines, steps, window: shown, texts, span, whole, stepped }: CanvasProps) {
  const { t } = useTranslation();
  const scheme = useTheme((state) => state.scheme);
  const [at, setAt] = useState<number | null>(null);
  const option = useMemo(
    () => chartOption({ lines, window: shown, scheme, texts, span, whole, stepped, motion: !STILL.matches }),
    [lines, shown, scheme, texts, span, whole, stepped],
  );
  const { place, drawing } = useDrawing(option);
  const last = steps.length - 1;
  const index = Math.min(at ?? last, last);

  function point(to: number): void {
    setAt(to);
    // A line has no tip where it has a gap; one that has a value there carries it.
    const seriesIndex = lines.findIndex((line) => (line.values[to] ?? null) !== null);
    drawing?.dispatchAction(
      seriesIndex === -1 ? { type: 'hideTip' } : { type: 'showTip', seriesIndex, dataIndex: to },
    );
  }

  function spoken(): string {
    const step = steps[index];
    if (!step) return texts.nothing;
    const values = lines.map((line, position) => {
      const value = step.values[position] ?? null;
      return `${line.name} ${value === null ? texts.nothing : texts.value(value)}`;
    });
    return `${texts.moment(step.at)}: ${values.join(', ')}`;
  }

  return (
    <div className="chart-body">
      <input
        type="range"
        className="chart-slider"
        min={0}
        max={Math.max(last, 0)}
        value={Math.max(index, 0)}
        aria-label={t('ui.chart.slider', { title })}
        aria-valuetext={spoken()}
        onChange={(event) => point(Number(event.target.value))}
        onFocus={() => point(index)}
        onBlur={() => drawing?.dispatchAction({ type: 'hideTip' })}
      />
      <div ref={place} className="chart-canvas" aria-hidden />
    </div>
  );
}
