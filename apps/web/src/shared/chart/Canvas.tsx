import type { Span } from '@airloom/contract/formats/figures/value-axis';
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTheme } from '../theme/theme-store.ts';
import { type ChartTexts, chartOption } from './chart-option.ts';
import { ChartSlider } from './crosshair/ChartSlider.tsx';
import { usePlot } from './crosshair/plot.ts';
import type { EChartsType } from './echarts.ts';
import type { ChartWindow, Line, Step } from './series.ts';
import type { Zoom } from './zoom/zoom.ts';

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

/** Needed once something is drawn. */
const ChartOverlay = lazy(() => import('./crosshair/ChartOverlay.tsx'));

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
 * moments: it moves the crosshair and announces its values.
 */
export function Canvas({ title, lines, steps, window: shown, texts, span, whole, stepped }: CanvasProps) {
  const scheme = useTheme((state) => state.scheme);
  const chartId = useId();
  const [selected, setSelected] = useState<Zoom | null>(null);
  const option = useMemo(
    () => chartOption({ lines, window: shown, scheme, texts, span, whole, stepped, motion: !STILL.matches }),
    [lines, shown, scheme, texts, span, whole, stepped],
  );
  const { place, drawing } = useDrawing(option);
  const plot = usePlot(drawing, shown);
  return (
    <div className="chart-body">
      <ChartSlider
        chartId={chartId}
        title={title}
        lines={lines}
        steps={steps}
        window={shown}
        texts={texts}
        selected={selected}
        select={setSelected}
      />
      <div ref={place} className="chart-canvas" aria-hidden />
      <Suspense>
        {plot && (
          <ChartOverlay
            chartId={chartId}
            plot={plot}
            lines={lines}
            steps={steps}
            stepMs={shown.stepSeconds * 1_000}
            stepped={stepped}
            texts={texts}
            selected={selected}
          />
        )}
      </Suspense>
    </div>
  );
}
