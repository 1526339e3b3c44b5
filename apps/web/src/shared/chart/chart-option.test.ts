import { expect, it } from 'vitest';
import { FONTS, PALETTE } from '../theme/tokens.ts';
import { chartOption, tipHtml } from './chart-option.ts';

const AT = Date.parse('2026-03-01T10:00:00.000Z');
const OPTIONS = {
  lines: [
    { name: 'Down <b>', values: [1, null, 3] },
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
  expect(tipHtml(AT, [1, 2], OPTIONS)).toContain('stroke-dasharray="7 3"');
});

it('spans the window that was asked for, not only what was measured', () => {
  expect(chartOption(OPTIONS)['xAxis']).toMatchObject({
    min: Date.parse(OPTIONS.window.from),
    max: Date.parse(OPTIONS.window.to),
  });
});

it('lists every line in the tooltip and escapes names', () => {
  const html = tipHtml(AT, [1, null], OPTIONS);
  expect(html).toContain('Down &#60;b&#62;');
  expect(html).toContain('<b>1 kb/s</b>');
  expect(html).toContain('<b>nothing</b>');
});

it('draws words in the font of the page', () => {
  const { xAxis, yAxis, tooltip } = chartOption(OPTIONS);
  expect([xAxis, yAxis]).toMatchObject([
    { axisLabel: { fontFamily: FONTS.text } },
    { axisLabel: { fontFamily: FONTS.text } },
  ]);
  expect(tooltip).toMatchObject({ textStyle: { fontFamily: FONTS.text } });
});
