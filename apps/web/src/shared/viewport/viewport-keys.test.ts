import { expect, test } from 'vitest';
import { viewportKeys } from './viewport-keys.ts';

const WHOLE = { x: 0, y: 0, width: 400, height: 300 };

function calls(key: string): unknown[] {
  const made: unknown[] = [];
  const keys = viewportKeys(
    {
      zoom: (factor) => made.push(['zoom', factor]),
      pan: (by) => made.push(['pan', by]),
      fit: (box) => made.push(['fit', box]),
    },
    WHOLE,
  );
  keys[key]?.();
  return made;
}

test.each([
  ['+', ['zoom', 1.25]],
  ['=', ['zoom', 1.25]],
  ['-', ['zoom', 0.8]],
  ['0', ['fit', WHOLE]],
  ['ArrowLeft', ['pan', { x: 80, y: 0 }]],
  ['ArrowDown', ['pan', { x: 0, y: -80 }]],
])('%s', (key, expected) => {
  expect(calls(key)).toEqual([expected]);
});

test('other keys do nothing', () => {
  expect(calls('a')).toEqual([]);
});
