import { HOUR } from '@airloom/contract/time';

export interface Area {
  /** The line, broken where values are missing. */
  readonly line: string;
  /** The same, closed down to the baseline. */
  readonly fill: string;
}

/** Values in a box of 100 × 100 with zero at the bottom and `most` at the top. */
export function areaPath(values: readonly (number | null)[], most: number): Area {
  const step = values.length > 1 ? 100 / (values.length - 1) : 100;
  const runs: { x: number; y: number }[][] = [];
  let last: { x: number; y: number }[] | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      last = null;
      return;
    }
    const point = { x: round(index * step), y: round(100 - (most === 0 ? 0 : (value / most) * 100)) };
    if (last) last.push(point);
    else {
      last = [point];
      runs.push(last);
    }
  });
  const lines = runs.map((run) => run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(''));
  return {
    line: lines.join(''),
    fill: runs
      .map((run, at) => `${lines[at] ?? ''}L${run.at(-1)?.x ?? 0} 100L${run[0]?.x ?? 0} 100Z`)
      .join(''),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A round number above all values, for the top of the chart. */
export function roundAbove(values: readonly (number | null)[], least: number): number {
  const most = values.reduce<number>((so, value) => Math.max(so, value ?? 0), least);
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= most) ?? 10;
  return factor * power;
}

/** Full local hours in a window, about four per day. */
export function hourTicks(from: number, to: number): { at: number; percent: number }[] {
  const every = Math.max(1, Math.round((to - from) / HOUR / 4));
  const first = new Date(from);
  first.setMinutes(0, 0, 0);
  const ticks: { at: number; percent: number }[] = [];
  for (let at = first.getTime(); at <= to; at += HOUR) {
    if (at < from || new Date(at).getHours() % every !== 0) continue;
    ticks.push({ at, percent: round(((at - from) / (to - from)) * 100) });
  }
  return ticks;
}
