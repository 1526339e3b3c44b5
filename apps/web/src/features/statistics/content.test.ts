import { expect, it } from 'vitest';
import { linesOf, sheetOf } from './content.ts';

it('draws a line for each measured series', () => {
  const things = [
    { name: '2.4 GHz', series: [{ metric: 'noise', values: [null, -95] }] },
    { name: '5 GHz', series: [{ metric: 'noise', values: [null, null] }] },
    { name: '6 GHz', series: [{ metric: 'retryPercent', values: [1, 2] }] },
  ] as const;
  expect(linesOf(things, 'noise')).toEqual([{ name: '2.4 GHz', values: [null, -95] }]);
});

it('exports the shown rows without links', () => {
  const bars = {
    title: 'Models',
    heads: ['Model', 'Devices', 'Online'],
    rows: [
      { key: 'a', name: 'CAP-610W', to: '/device/all?model=CAP-610W', size: 4, texts: ['4', '3'] },
      { key: 'b', name: 'TAP-220', size: 1, texts: ['1', '1'] },
    ],
  } as const;
  expect(sheetOf({ ...bars, heads: [...bars.heads] })).toEqual({
    title: 'Models',
    heads: ['Model', 'Devices', 'Online'],
    rows: [
      ['CAP-610W', '4', '3'],
      ['TAP-220', '1', '1'],
    ],
    sizes: [4, 1],
  });
});
