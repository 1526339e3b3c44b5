import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ChartMark } from '../ChartMark.tsx';
import type { ChartTexts } from '../chart-option.ts';
import type { Line, Step } from '../series.ts';
import { type Zoom, zoomBetween, zoomOf } from '../zoom/zoom.ts';
import { useChartPage } from './ChartPage.tsx';
import { stepAt } from './crosshair.ts';
import { type Plot, timeOf, xOf } from './plot.ts';

interface ChartOverlayProps {
  chartId: string;
  plot: Plot;
  lines: readonly Line[];
  steps: readonly Step[];
  stepMs: number;
  stepped: boolean;
  texts: ChartTexts;
  /** Selected by keyboard. */
  selected: Zoom | null;
}

/** A shorter drag is a click. */
const DRAG_MIN_PX = 6;

interface TipProps {
  step: Step;
  lines: readonly Line[];
  texts: ChartTexts;
}

/** Each line with its value, and below it that of the previous period. */
function Tip({ step, lines, texts }: TipProps) {
  const { t } = useTranslation();
  const rows = lines.map((line, position) => ({ line, position, order: line.previousOf ?? position }));
  return (
    <div className="chart-tip">
      {texts.moment(step.at)}
      {rows
        .toSorted((one, other) => one.order - other.order)
        .map(({ line, position }) => {
          const value = step.values[position] ?? null;
          const isPrevious = line.previousOf !== undefined;
          return (
            <div key={line.name} className="chart-tip-row" data-previous={isPrevious}>
              <ChartMark lines={lines} position={position} />
              <span>{isPrevious ? t('device-detail.previous.short') : line.name}</span>
              <b>{value === null ? texts.nothing : texts.value(value)}</b>
            </div>
          );
        })}
    </div>
  );
}

/** Crosshair, values and selection over a drawing, for the mouse; the slider of the chart does the same by keyboard. */
export default function ChartOverlay({
  chartId,
  plot,
  lines,
  steps,
  stepMs,
  stepped,
  texts,
  selected,
}: ChartOverlayProps) {
  const { crosshair, onZoom } = useChartPage();
  const at = useStore(crosshair, (state) => state.at);
  const isPointed = useStore(crosshair, (state) => state.chart === chartId);
  const [drag, setDrag] = useState<{ anchor: number; x: number; other: number } | null>(null);
  const index = at === null ? null : stepAt(steps, stepMs, at, stepped);
  const step = index === null ? undefined : steps[index];
  const selection = drag === null ? selected : zoomBetween(drag.anchor, drag.other);

  function pointed({ currentTarget, clientX }: PointerEvent): { x: number; time: number } {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    return { x, time: timeOf(plot, x) };
  }

  function move(event: PointerEvent): void {
    const { time } = pointed(event);
    const place = stepAt(steps, stepMs, time, stepped);
    crosshair.setState({ at: place === null ? null : (steps[place]?.at ?? null), chart: chartId });
    if (drag !== null) setDrag({ ...drag, other: time });
  }

  function start(event: PointerEvent): void {
    if (onZoom === undefined || event.button !== 0) return;
    const { x, time } = pointed(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ anchor: time, x, other: time });
  }

  function end(event: PointerEvent): void {
    if (drag === null) return;
    const { x, time } = pointed(event);
    setDrag(null);
    const zoom = zoomOf(zoomBetween(drag.anchor, time), plot);
    if (Math.abs(x - drag.x) >= DRAG_MIN_PX && zoom !== null) onZoom?.(zoom);
  }

  const x = step === undefined ? null : xOf(plot, step.at + (stepped ? stepMs / 2 : 0));
  const isLeft = x !== null && x > (plot.left + plot.right) / 2;
  return (
    <div
      className="chart-overlay"
      data-zooms={onZoom !== undefined}
      aria-hidden
      onPointerMove={move}
      onPointerDown={start}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => crosshair.setState({ at: null, chart: null })}
    >
      {selection && (
        <div
          className="chart-selection"
          style={{
            left: xOf(plot, selection.from),
            width: xOf(plot, selection.to) - xOf(plot, selection.from),
          }}
        />
      )}
      {x !== null && step && (
        <>
          <div className="chart-crosshair" style={{ left: x }} />
          {isPointed && (
            <div className="chart-tip-box" data-side={isLeft ? 'left' : 'right'} style={{ left: x }}>
              {selection ? (
                [selection.from, selection.to].map(texts.moment).join(' – ')
              ) : (
                <Tip step={step} lines={lines} texts={texts} />
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
