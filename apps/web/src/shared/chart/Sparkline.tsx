import './sparkline.css';

const WIDTH = 96;
const HEIGHT = 24;
const INSET = 1.5;

/** Points of a line through the values, from zero to the highest; gaps are left out. */
export function sparklinePoints(values: readonly (number | null)[]): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (known.length < 2) return '';
  const highest = Math.max(...known.map(({ value }) => value), Number.MIN_VALUE);
  const last = values.length - 1;
  return known
    .map(({ value, index }) => {
      const x = INSET + (index / last) * (WIDTH - 2 * INSET);
      const y = HEIGHT - INSET - (value / highest) * (HEIGHT - 2 * INSET);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** A small line without axes, beside the figure that names it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const points = sparklinePoints(values);
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {points !== '' && <polyline points={points} />}
    </svg>
  );
}
