import { expect, it } from 'vitest';
import { lengthOf, readWindow, withWindow } from './time-window.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const FROM = '2026-03-08T12:00:00.000Z';

const read = (query: string) => readWindow(new URLSearchParams(query));

it('shows the last day by default', () => {
  expect(read('')).toMatchObject({ chosen: 'day', asked: { range: 'day' }, moves: true });
  expect(read('range=month')).toMatchObject({ chosen: 'month', asked: { range: 'month' } });
  expect(read('range=century')).toMatchObject({ chosen: 'day' });
});

it('accepts a custom range of up to two days and reports why another is invalid', () => {
  expect(read(`range=own&from=${FROM}&to=2026-03-10T12:00:00.000Z`)).toMatchObject({
    chosen: 'own',
    asked: { from: FROM, to: '2026-03-10T12:00:00.000Z' },
    issue: undefined,
    moves: false,
  });
  expect(read(`range=own&from=${FROM}&to=2026-03-10T12:01:00.000Z`)).toMatchObject({
    asked: null,
    issue: 'validation.intervalTooLong',
  });
  expect(read(`range=own&from=${FROM}&to=${FROM}`)).toMatchObject({
    asked: null,
    issue: 'validation.endBeforeStart',
  });
  expect(read('range=own&from=yesterday')).toMatchObject({ asked: null, issue: 'validation.required' });
});

it('leaves the rest of the address as it is, and forgets what no longer counts', () => {
  const own = withWindow(new URLSearchParams('at=x&range=week'), { chosen: 'own' }, NOW - 5_000);
  expect(Object.fromEntries(own)).toEqual({
    at: 'x',
    range: 'own',
    from: '2026-03-09T12:00:00.000Z',
    to: '2026-03-10T12:00:00.000Z',
  });
  expect(Object.fromEntries(withWindow(own, { chosen: 'day' }, NOW))).toEqual({ at: 'x' });
});

it('asks for the shown part of the window until another one is chosen', () => {
  const query = 'range=week&zoom=2026-03-08T12:00:00.000Z_2026-03-08T13:00:00.000Z';
  expect(read(query)).toMatchObject({
    chosen: 'week',
    asked: { from: FROM, to: '2026-03-08T13:00:00.000Z' },
    moves: false,
  });
  expect(`${withWindow(new URLSearchParams(query), { chosen: 'month' }, NOW)}`).toBe('range=month');
});

it('knows the length of a window', () => {
  expect(lengthOf({ range: 'week' })).toBe(7 * 86_400_000);
  expect(lengthOf({ from: FROM, to: '2026-03-08T13:00:00.000Z' })).toBe(3_600_000);
});
