import { expect, test } from 'vitest';
import {
  between,
  centred,
  fitted,
  panned,
  SCALE,
  shownBox,
  toContent,
  toScreen,
  zoomed,
} from './viewport.ts';

const screen = { width: 1000, height: 600 };
const view = { x: 100, y: 50, scale: 0.5 };

test('keeps the point under the pointer while zooming', () => {
  const at = { x: 320, y: 410 };
  const point = toContent(view, at);
  for (const factor of [0.5, 1.3, 100, 0.0001]) {
    const next = toScreen(zoomed(view, factor, at), point);
    expect(next.x).toBeCloseTo(at.x, 6);
    expect(next.y).toBeCloseTo(at.y, 6);
  }
  expect(zoomed(view, 1_000, at).scale).toBe(SCALE.max);
  expect(zoomed(view, 0.001, at).scale).toBe(SCALE.min);
});

test('fits a box, without enlarging a small one', () => {
  const box = { x: -500, y: 200, width: 5_000, height: 800 };
  const shown = shownBox(fitted(box, screen), screen);
  expect(shown.x).toBeLessThan(box.x);
  expect(shown.x + shown.width).toBeGreaterThan(box.x + box.width);
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, screen).scale).toBe(1);
});

test('centres a point, and interpolates between views', () => {
  const there = centred({ x: 40, y: 30 }, screen, 2);
  expect(toScreen(there, { x: 40, y: 30 })).toEqual({ x: 500, y: 300 });
  expect(between(view, there, 0)).toEqual(view);
  expect(between(view, there, 1)).toEqual(there);
  expect(panned(view, { x: 5, y: -5 })).toEqual({ x: 105, y: 45, scale: 0.5 });
});
