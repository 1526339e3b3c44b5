import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ChartTexts } from '../chart-option.ts';
import type { ChartWindow, Line, Step } from '../series.ts';
import { type Zoom, zoomBetween, zoomOf } from '../zoom/zoom.ts';
import { useChartPage } from './ChartPage.tsx';
import { stepAt } from './crosshair.ts';

interface ChartSliderProps {
  chartId: string;
  title: string;
  lines: readonly Line[];
  steps: readonly Step[];
  window: ChartWindow;
  texts: ChartTexts;
  selected: Zoom | null;
  select(zoom: Zoom | null): void;
}

const SELECTING: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Moves the crosshair by keyboard: arrow keys move it, with Shift they select, Enter zooms into the selection. */
export function ChartSlider({
  chartId,
  title,
  lines,
  steps,
  window,
  texts,
  selected,
  select,
}: ChartSliderProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const { crosshair, onZoom } = useChartPage();
  const at = useStore(crosshair, (state) => state.at);
  const [own, setOwn] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const stepMs = window.stepSeconds * 1_000;
  const last = steps.length - 1;
  const pointed = at === null ? null : stepAt(steps, stepMs, at, false);
  const index = Math.max(0, Math.min(pointed ?? own ?? last, last));

  function point(to: number): void {
    const moment = steps[to]?.at ?? null;
    setOwn(to);
    crosshair.setState({ at: moment, chart: chartId });
    const from = anchor === null ? undefined : steps[anchor];
    select(from === undefined || moment === null ? null : zoomBetween(from.at, moment));
  }

  function press(event: KeyboardEvent): void {
    if (onZoom === undefined) return;
    if (event.key === 'Enter' && selected !== null) {
      const zoom = zoomOf(selected, { from: Date.parse(window.from), to: Date.parse(window.to) });
      leave();
      if (zoom !== null) onZoom(zoom);
    } else if (event.key === 'Escape' && selected !== null) {
      event.stopPropagation();
      setAnchor(null);
      select(null);
    } else if (SELECTING.includes(event.key)) {
      if (!event.shiftKey) setAnchor(null);
      else if (anchor === null) setAnchor(index);
    }
  }

  function leave(): void {
    setAnchor(null);
    select(null);
    crosshair.setState({ at: null, chart: null });
  }

  function spoken(): string {
    const step = steps[index];
    if (!step) return texts.nothing;
    const values = lines.map((line, position) => {
      const value = step.values[position] ?? null;
      return `${line.name} ${value === null ? texts.nothing : texts.value(value)}`;
    });
    const here = `${texts.moment(step.at)}: ${values.join(', ')}`;
    if (selected === null) return here;
    const [from, to] = [texts.moment(selected.from), texts.moment(selected.to)];
    return `${here}. ${t('device-detail.zoom.selected', { from, to })}`;
  }

  return (
    <>
      <input
        type="range"
        className="chart-slider"
        min={0}
        max={Math.max(last, 0)}
        value={index}
        aria-label={t('ui.chart.slider', { title })}
        aria-valuetext={spoken()}
        aria-describedby={onZoom && hintId}
        onChange={(event) => point(Number(event.target.value))}
        onKeyDown={press}
        onFocus={() => point(index)}
        onBlur={leave}
      />
      {onZoom && (
        <span id={hintId} className="visually-hidden">
          {t('device-detail.zoom.hint')}
        </span>
      )}
    </>
  );
}
