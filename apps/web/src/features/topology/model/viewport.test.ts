import { expect, test } from 'vitest';
import {
  between,
  centred,
  firstLook,
  fitted,
  panned,
  SCALE,
  shownBox,
  toPicture,
  toScreen,
  zoomed,
} from './viewport.ts';

const screen = { width: 1000, height: 600 };
const view = { x: 100, y: 50, scale: 0.5 };

test('what is under the hand stays there while zooming', () => {
  const at = { x: 320, y: 410 };
  const point = toPicture(view, at);
  for (const factor of [0.5, 1.3, 100, 0.0001]) {
    const next = toScreen(zoomed(view, factor, at), point);
    expect(next.x).toBeCloseTo(at.x, 6);
    expect(next.y).toBeCloseTo(at.y, 6);
  }
  expect(zoomed(view, 1_000, at).scale).toBe(SCALE.max);
  expect(zoomed(view, 0.001, at).scale).toBe(SCALE.min);
});

test('all of a box shows, and a small one is not blown up', () => {
  const box = { x: -500, y: 200, width: 5_000, height: 800 };
  const shown = shownBox(fitted(box, screen), screen);
  expect(shown.x).toBeLessThan(box.x);
  expect(shown.x + shown.width).toBeGreaterThan(box.x + box.width);
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, screen).scale).toBe(1);
});

test('the first look takes in everything; on a phone it begins where the picture does, and names can be read', () => {
  const box = { x: -2_000, y: 100, width: 4_000, height: 800 };
  expect(firstLook(box, 'right', screen)).toEqual(fitted(box, screen));
  const phone = { width: 390, height: 600 };
  expect(firstLook(box, 'right', phone).scale).toBe(0.5);
  expect(toScreen(firstLook(box, 'right', phone), { x: -2_000, y: 500 })).toEqual({ x: 12, y: 300 });
  expect(toScreen(firstLook(box, 'down', phone), { x: 0, y: 100 })).toEqual({ x: 195, y: 12 });
  expect(toScreen(firstLook(box, 'radial', phone), { x: 0, y: 500 })).toEqual({ x: 195, y: 300 });
  const small = { x: 0, y: 0, width: 200, height: 200 };
  expect(firstLook(small, 'right', phone)).toEqual(fitted(small, phone));
});

test('a point in the middle, and a way there', () => {
  const there = centred({ x: 40, y: 30 }, screen, 2);
  expect(toScreen(there, { x: 40, y: 30 })).toEqual({ x: 500, y: 300 });
  expect(between(view, there, 0)).toEqual(view);
  expect(between(view, there, 1)).toEqual(there);
  expect(panned(view, { x: 5, y: -5 })).toEqual({ x: 105, y: 45, scale: 0.5 });
});
