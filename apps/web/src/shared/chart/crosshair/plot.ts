import { useCallback, useEffect, useState } from 'react';
import type { EChartsType } from '../echarts.ts';
import type { ChartWindow } from '../series.ts';

/** The ends of the time axis, in px of the drawing and in ms. */
export interface Plot {
  left: number;
  right: number;
  from: number;
  to: number;
}

export function xOf({ left, right, from, to }: Plot, at: number): number {
  const part = to === from ? 0 : (at - from) / (to - from);
  return left + Math.min(1, Math.max(0, part)) * (right - left);
}

export function timeOf({ left, right, from, to }: Plot, x: number): number {
  const part = right === left ? 0 : (x - left) / (right - left);
  return from + Math.min(1, Math.max(0, part)) * (to - from);
}

const ENDS = ['left', 'right', 'from', 'to'] as const;

/** Where the drawing has its plot; null until it is drawn. */
export function usePlot(drawing: EChartsType | null, window: Pick<ChartWindow, 'from' | 'to'>): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
  const measure = useCallback(() => {
    if (drawing === null || drawing.isDisposed()) return;
    const [left, right] = [from, to].map((at) => drawing.convertToPixel({ xAxisIndex: 0 }, at));
    if (left === undefined || right === undefined || Number.isNaN(left + right)) return;
    const next = { left, right, from, to };
    setPlot((current) => (ENDS.every((end) => current?.[end] === next[end]) ? current : next));
  }, [drawing, from, to]);
  useEffect(() => {
    drawing?.on('finished', measure);
    return () => {
      if (drawing?.isDisposed() === false) drawing.off('finished', measure);
    };
  }, [drawing, measure]);
  return plot;
}
