/** What an axis shows at least, from … to; it reaches further where the values do. */
export type Span = readonly [low: number, high: number];

export interface ValueAxis {
  min: number;
  max: number;
  interval: number;
}

interface Values {
  readonly values: readonly (number | null)[];
}

/** Into about how many parts an axis is divided. */
const PARTS = 4;
const ROUND = [1, 2, 2.5, 5, 10];

/** The smallest round step that divides a length into no more than so many parts. */
function roundStep(length: number, whole: boolean): number {
  const rough = length / PARTS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND.find((factor) => factor * power >= rough) ?? 10) * power;
  return whole ? Math.ceil(step) : step;
}

/** Ends and steps that read well, so that no two labels say the same. */
export function valueAxis(lines: readonly Values[], span: Span, whole: boolean): ValueAxis {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const low = values.reduce((least, value) => Math.min(least, value), span[0]);
  const high = values.reduce((most, value) => Math.max(most, value), span[1]);
  const interval = roundStep(high - low, whole);
  return {
    min: Math.floor(low / interval) * interval,
    max: Math.ceil(high / interval) * interval,
    interval,
  };
}
