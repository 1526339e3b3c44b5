import { expect, it } from 'vitest';
import { PALETTE } from '../theme/tokens.ts';
import { chartOption } from './chart-option.ts';

const AT = Date.parse('2026-03-01T10:00:00.000Z');
const OPTIONS = {
  lines: [
    { name: 'Down', values: [1, null, 3] },
    { name: 'Up', values: [null, 2, null] },
  ],
  window: {
    from: '2026-03-01T10:00:30.000Z',
    to: '2026-03-01T11:00:30.000Z',
    firstAt: '2026-03-01T10:00:00.000Z',
    stepSeconds: 120,
  },
  scheme: 'dark' as const,
  texts: {
    value: (value: number) => `${value} kb/s`,
    tick: (at: number) => String(at),
    moment: (at: number) => `at ${at}`,
    nothing: 'nothing',
  },
  span: [-110, -70] as const,
  whole: true,
  motion: false,
};

it('leaves gaps as gaps, and shows a value between two of them as a point', () => {
  const { series } = chartOption(OPTIONS);
  expect(series).toMatchObject([
    {
      connectNulls: false,
      color: PALETTE.dark.series1,
      data: [
        { value: [AT, 1], symbol: 'circle' },
        { value: [AT + 120_000, null], symbol: 'none' },
        { value: [AT + 240_000, 3], symbol: 'circle' },
      ],
    },
    { color: PALETTE.dark.series2, data: [{}, { value: [AT + 120_000, 2], symbol: 'circle' }, {}] },
  ]);
});

it('draws what is of whole steps up to the end of the last one', () => {
  const { series } = chartOption({ ...OPTIONS, stepped: true });
  expect(series).toMatchObject([
    {
      step: 'end',
      data: [
        { value: [AT, 1], symbol: 'circle' },
        { value: [AT + 120_000, null] },
        { value: [AT + 240_000, 3] },
        { value: [Date.parse(OPTIONS.window.to), 3] },
      ],
    },
    {},
  ]);
});

it('distinguishes lines by more than their colour', () => {
  const { series } = chartOption(OPTIONS);
  expect(series).toMatchObject([{ lineStyle: { type: 'solid' } }, { lineStyle: { type: [7, 3] } }]);
});

it('spans the window that was asked for, not only what was measured', () => {
  expect(chartOption(OPTIONS)['xAxis']).toMatchObject({
    min: Date.parse(OPTIONS.window.from),
    max: Date.parse(OPTIONS.window.to),
  });
});

it('draws a previous period dashed, in the colour of its line and without an area', () => {
  const lines = [...OPTIONS.lines, { name: 'Up before', values: [1, 1, 1], previousOf: 1 }];
  const { series } = chartOption({ ...OPTIONS, lines, span: [0, 4] });
  expect(series).toMatchObject([
    { areaStyle: {} },
    {},
    { color: PALETTE.dark.series2, lineStyle: { type: [3, 3], width: 1.25 } },
  ]);
  expect(series).not.toMatchObject([{}, {}, { areaStyle: {} }]);
});
