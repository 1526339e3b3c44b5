import { expect, it } from 'vitest';
import { metricLines } from './metric-lines.ts';

it('draws a line for each measured series', () => {
  const things = [
    { name: '2.4 GHz', series: [{ metric: 'noise', values: [null, -95] }] },
    { name: '5 GHz', series: [{ metric: 'noise', values: [null, null] }] },
    { name: '6 GHz', series: [{ metric: 'retryPercent', values: [1, 2] }] },
  ] as const;
  expect(metricLines(things, 'noise')).toEqual([{ name: '2.4 GHz', values: [null, -95] }]);
});
