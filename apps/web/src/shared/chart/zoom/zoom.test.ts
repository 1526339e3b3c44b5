import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { expect, it } from 'vitest';
import { readZoom, withZoom, zoomBetween, zoomOf } from './zoom.ts';

const AT = Date.parse('2026-03-01T10:00:00.000Z');
const WEEK = { from: AT - 7 * DAY, to: AT };

it('selects in both directions, and no more than a request may cover', () => {
  expect(zoomBetween(AT, AT - HOUR)).toEqual({ from: AT - HOUR, to: AT });
  expect(zoomBetween(AT, AT + 5 * DAY)).toEqual({ from: AT, to: AT + 2 * DAY });
  expect(zoomBetween(AT, AT - 5 * DAY)).toEqual({ from: AT - 2 * DAY, to: AT });
});

it('zooms by whole minutes, at least ten, within the window', () => {
  expect(zoomOf({ from: AT - 2 * HOUR + 5_000, to: AT - HOUR + 5_000 }, WEEK)).toEqual({
    from: AT - 2 * HOUR,
    to: AT - HOUR + MINUTE,
  });
  expect(zoomOf({ from: AT - 2 * HOUR, to: AT - 2 * HOUR + 1 }, WEEK)).toEqual({
    from: AT - 2 * HOUR,
    to: AT - 2 * HOUR + 10 * MINUTE,
  });
  expect(zoomOf({ from: AT - HOUR, to: AT + HOUR }, WEEK)).toEqual({ from: AT - HOUR, to: AT });
});

it('does not zoom into nothing or into the whole window', () => {
  expect(zoomOf({ from: AT, to: AT }, WEEK)).toBeNull();
  const hour = { from: AT - HOUR, to: AT };
  expect(zoomOf(hour, hour)).toBeNull();
  expect(zoomOf({ from: AT - 5 * MINUTE, to: AT }, { from: AT - 10 * MINUTE, to: AT })).toBeNull();
});

it('is kept in the address beside the rest of it', () => {
  const zoom = { from: AT - HOUR, to: AT };
  const query = withZoom(new URLSearchParams('range=week'), zoom);
  expect(readZoom(query)).toEqual(zoom);
  expect(`${withZoom(query, null)}`).toBe('range=week');
});

it.each([
  '',
  'zoom=',
  'zoom=x_y',
  'zoom=2026-03-01T10:00:00Z',
  'zoom=2026-03-02T00:00:00Z_2026-03-01T00:00:00Z',
  'zoom=2026-03-01T00:00:00Z_2026-03-09T00:00:00Z',
])('ignores %j', (query) => {
  expect(readZoom(new URLSearchParams(query))).toBeNull();
});
