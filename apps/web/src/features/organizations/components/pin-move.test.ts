import fc from 'fast-check';
import { expect, test } from 'vitest';
import { project, unproject } from '../../../shared/map/projection.ts';
import { fitView, toScreen, toWorld } from '../../../shared/map/view.ts';
import { coordinatesAt, movedByKey, roundedAt } from './pin-move.ts';

const SIZE = { width: 640, height: 260 };
const WORLD = fitView([], SIZE, 0);
const KRAKOW = { latitude: 50.06, longitude: 19.94 };
const NEAR = fitView([project(KRAKOW)], SIZE, 60);

test('a point of the map has the coordinates that are drawn there', () => {
  const anywhere = fc.record({
    latitude: fc.double({ min: -55, max: 83, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  });
  fc.assert(
    fc.property(anywhere, (place) => {
      const found = unproject(project(place));
      expect(found?.latitude).toBeCloseTo(place.latitude, 3);
      expect(found?.longitude).toBeCloseTo(place.longitude, 3);
      const screen = toScreen(project(place), NEAR, SIZE);
      expect(toWorld(screen, NEAR, SIZE).x).toBeCloseTo(project(place).x, 6);
    }),
  );
});

test('there are no coordinates beside the world', () => {
  expect(coordinatesAt({ x: 1, y: 1 }, WORLD, SIZE)).toBeNull();
  expect(coordinatesAt({ x: SIZE.width / 2, y: SIZE.height / 2 }, WORLD, SIZE)).not.toBeNull();
});

test.each([
  ['ArrowUp', 'latitude', 1],
  ['ArrowDown', 'latitude', -1],
  ['ArrowRight', 'longitude', 1],
  ['ArrowLeft', 'longitude', -1],
] as const)('%s moves the pin, with Shift farther', (key, axis, sign) => {
  const small = movedByKey(KRAKOW, key, false, NEAR, SIZE);
  const large = movedByKey(KRAKOW, key, true, NEAR, SIZE);
  const by = sign * ((small?.[axis] ?? 0) - KRAKOW[axis]);
  expect(by).toBeGreaterThan(0);
  expect(sign * ((large?.[axis] ?? 0) - KRAKOW[axis])).toBeGreaterThan(5 * by);
});

test('other keys do not move the pin, and it stays in the world', () => {
  expect(movedByKey(KRAKOW, 'Tab', false, NEAR, SIZE)).toBeNull();
  expect(movedByKey({ latitude: 0, longitude: -168.9 }, 'ArrowLeft', true, WORLD, SIZE)).toBeNull();
});

test('coordinates are as precise as the view', () => {
  const exact = { latitude: 50.061947, longitude: 19.936856 };
  expect(roundedAt(exact, { x: 0, y: 0, scale: 0.5 })).toEqual({ latitude: 50.1, longitude: 19.9 });
  expect(roundedAt(exact, { x: 0, y: 0, scale: 100 })).toEqual({ latitude: 50.062, longitude: 19.937 });
});
