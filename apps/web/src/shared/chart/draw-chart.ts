import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ChartOptions, chartOption } from './chart-option.ts';
import './echarts.ts';

use([CanvasRenderer]);

/** How many pixels of the drawing stand for one of the page, so that it is sharp on paper. */
export const SHARPNESS = 2;

/** A chart as a picture; what it needs for that is fetched with the first one. */
export function drawChart(
  options: Omit<ChartOptions, 'motion'>,
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const place = document.createElement('div');
  const chart = init(place, null, { renderer: 'canvas', width, height, devicePixelRatio: SHARPNESS });
  chart.setOption(chartOption({ ...options, motion: false }));
  const drawn = chart.getRenderedCanvas({ pixelRatio: SHARPNESS });
  chart.dispose();
  return drawn;
}
