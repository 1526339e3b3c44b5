import { expect, it } from 'vitest';
import { type Colour, PALETTE, type Scheme } from './tokens.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** What text and what drawings need against what they stand on (WCAG 2.2, 1.4.3 and 1.4.11). */
const OF_TEXT = 4.5;
const OF_DRAWINGS = 3;

const TEXTS: readonly Colour[] = ['text', 'text2', 'text3', 'link', 'ok', 'error'];
const DRAWINGS: readonly Colour[] = [
  'series1',
  'series2',
  'series3',
  'series4',
  'series5',
  'series6',
  'alarmUrgent',
  'alarmImportant',
  'alarmSecondary',
  'alarmNotice',
  'warn',
];

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('measures black on white as the most there is', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
});

it.each(SCHEMES)('keeps text and drawings apart from what they stand on, %s', (scheme) => {
  const palette = PALETTE[scheme];
  const low = (['surface', 'layout', 'elevated'] as const).flatMap((ground) => [
    ...TEXTS.filter((name) => contrast(palette[name], palette[ground]) < OF_TEXT),
    ...DRAWINGS.filter((name) => contrast(palette[name], palette[ground]) < OF_DRAWINGS),
  ]);
  expect(low).toEqual([]);
});
