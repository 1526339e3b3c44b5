/** The counted span of an answer. */
export interface Counted {
  readonly from: string;
  readonly to: string;
  readonly firstAt: string;
  readonly stepSeconds: number;
}

export const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

export const round = (value: number, digits = 2) =>
  Math.round(Number((value * 10 ** digits).toPrecision(12))) / 10 ** digits;

export const share = (part: number, whole: number) => (whole <= 0 ? null : round((100 * part) / whole, 4));

/** The steps of a chart, clipped to its span. */
export function stepsOf({ from, to, firstAt, stepSeconds }: Counted) {
  const [begin, end, first] = [Date.parse(from), Date.parse(to), Date.parse(firstAt)];
  const count = Math.max(1, Math.ceil((end - first) / (stepSeconds * 1000)));
  return Array.from({ length: count }, (_, place) => ({
    from: Math.max(begin, first + place * stepSeconds * 1000),
    to: Math.min(end, first + (place + 1) * stepSeconds * 1000),
  }));
}
