import type { Colour } from '../theme/tokens.ts';
import type { Line } from './series.ts';

const SERIES_COLOURS = [
  'series1',
  'series2',
  'series3',
  'series4',
  'series5',
  'series6',
] as const satisfies readonly Colour[];

/** Dash patterns in pixels, so that lines differ without colour too; none is a solid line. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4]];
const PREVIOUS_DASH = [3, 3] as const;

/** How a line is drawn. */
export interface LineLook {
  colour: Colour;
  dash: readonly number[];
  width: number;
}

/** The line of a previous period is dashed, in the colour of the line it is compared with. */
export function lookOf(lines: readonly Line[], position: number): LineLook {
  const of = lines[position]?.previousOf;
  const place = of ?? position;
  return {
    colour: SERIES_COLOURS[place % SERIES_COLOURS.length] ?? 'series1',
    dash: of === undefined ? (DASHES[place % DASHES.length] ?? []) : PREVIOUS_DASH,
    width: of === undefined ? 1.5 : 1.25,
  };
}
