import { expect, test } from 'vitest';
import { fitted, toScreen } from '../../../shared/viewport/viewport.ts';
import { initialView } from './initial-view.ts';

const screen = { width: 1000, height: 600 };

test('shows everything initially; on a phone the start of the diagram with readable names', () => {
  const box = { x: -2_000, y: 100, width: 4_000, height: 800 };
  expect(initialView(box, 'right', screen)).toEqual(fitted(box, screen));
  const phone = { width: 390, height: 600 };
  expect(initialView(box, 'right', phone).scale).toBe(0.5);
  expect(toScreen(initialView(box, 'right', phone), { x: -2_000, y: 500 })).toEqual({ x: 12, y: 300 });
  expect(toScreen(initialView(box, 'down', phone), { x: 0, y: 100 })).toEqual({ x: 195, y: 12 });
  expect(toScreen(initialView(box, 'radial', phone), { x: 0, y: 500 })).toEqual({ x: 195, y: 300 });
  const small = { x: 0, y: 0, width: 200, height: 200 };
  expect(initialView(small, 'right', phone)).toEqual(fitted(small, phone));
});
