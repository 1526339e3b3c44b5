import { type LineLook, lookOf } from './line-look.ts';
import type { Line } from './series.ts';

/** A short piece of a line beside its name. */
export function ChartMark({ lines, position }: { lines: readonly Line[]; position: number }) {
  const { colour, dash }: LineLook = lookOf(lines, position);
  return (
    <svg className="chart-mark" aria-hidden>
      <line
        x1={0}
        y1={2}
        x2={20}
        y2={2}
        stroke={`var(--series-${colour.slice(-1)})`}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}
