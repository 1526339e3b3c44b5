import { expect, it } from 'vitest';
import { sheetOf } from './content.ts';

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
