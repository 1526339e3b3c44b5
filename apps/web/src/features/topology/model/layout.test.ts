import { LAYOUTS } from '@airloom/contract/topology/topology.model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { crossed, isOrthogonal, overlaps } from '../testing/geometry.ts';
import { campus } from '../testing/sites.ts';
import { DOWN, NODE, pitchOf, RIGHT } from './axes.ts';
import { type LaidOut, layOut } from './layout.ts';
import type { Route } from './route.ts';
import { openRows, treeOf } from './tree.ts';

function parentsOf(switches: number, each: number): number[] {
  const tree = treeOf(campus(switches, each));
  const ids = openRows(tree, new Set()).map(({ id }) => id);
  const index = new Map(ids.map((id, at) => [id, at]));
  return ids.map((id) => index.get(tree.parents.get(id) ?? '') ?? -1);
}

/**
 * Trees of any shape: the parent of each node is one of the `reach` nodes before it, so that a small reach gives chains
 * and a large one stars.
 */
function anyParents(sizeMax: number): fc.Arbitrary<number[]> {
  return fc
    .record({
      reach: fc.constantFrom(1, 2, 5, 40, 5_000),
      roots: fc.constantFrom(0, 0.02, 0.3),
      picks: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
        maxLength: sizeMax,
        size: 'max',
      }),
    })
    .map(({ reach, roots, picks }) =>
      picks.map((pick, at) => {
        if (at === 0 || pick < roots) return -1;
        const from = Math.max(0, at - reach);
        return Math.min(at - 1, from + Math.floor(((pick - roots) / (1 - roots)) * (at - from)));
      }),
    );
}

/** In the middle of a side of the box. */
function isAtSide(end: Point | undefined, box: Point): boolean {
  if (end === undefined) return false;
  const [dx, dy] = [Math.abs(end.x - box.x), Math.abs(end.y - box.y)];
  const isBeside = Math.abs(dx - NODE.width / 2) < 1e-6 && dy < 1e-6;
  return isBeside || (Math.abs(dy - NODE.height / 2) < 1e-6 && dx < 1e-6);
}

/** Lines are orthogonal and connect the sides of a parent and its child. */
function isRight(route: Route, from: Point | undefined, to: Point | undefined): boolean {
  if (from === undefined || to === undefined) return route.length === 0;
  return route.length >= 2 && isOrthogonal(route) && isAtSide(route[0], from) && isAtSide(route.at(-1), to);
}

function expectReadable({ points, routes }: LaidOut, parents: readonly number[]): void {
  expect(overlaps(points)).toEqual([]);
  const wrong = parents.flatMap((parent, at) =>
    isRight(routes[at] ?? [], points[parent], points[at]) ? [] : [{ at, parent, route: routes[at] }],
  );
  expect(wrong).toEqual([]);
}

test.each(LAYOUTS)('%s: no two boxes intersect and no line passes a box, for any trees', (layout) => {
  fc.assert(
    fc.property(anyParents(120), (parents) => {
      const laidOut = layOut({ layout, parents });
      expectReadable(laidOut, parents);
      expect(laidOut.routes.flatMap((route) => crossed(route, laidOut.points))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test.each(LAYOUTS)('%s: 2,000 devices in trees of any shape', (layout) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), fc.constantFrom(1, 3, 48, 2_000), (seed, reach) => {
      let state = seed;
      const parents = Array.from({ length: 2_000 }, (_, at) => {
        state = (state * 48_271) % (2 ** 31 - 1);
        const from = Math.max(0, at - reach);
        return at === 0 ? -1 : from + (state % (at - from));
      });
      expectReadable(layOut({ layout, parents }), parents);
    }),
    { numRuns: 4 },
  );
});

test.each(LAYOUTS)('%s: a campus of 2,000 devices fits a screen', (layout) => {
  const parents = parentsOf(40, 49);
  const { points, routes } = layOut({ layout, parents });
  expect(overlaps(points)).toEqual([]);
  for (const route of routes.filter((_, at) => at % 13 === 1)) expect(crossed(route, points)).toEqual([]);
  const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
  const height = Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y));
  expect(width / height).toBeGreaterThan(0.8);
  expect(width / height).toBeLessThan(4);
});

test.each([
  ['right', pitchOf(RIGHT)],
  ['down', pitchOf(DOWN)],
] as const)('%s: every level has its line', (layout, pitch) => {
  const parents = parentsOf(2, 2);
  const { points } = layOut({ layout, parents });
  const along = points.map(({ x, y }) => (layout === 'right' ? x : y));
  for (const [at, parent] of parents.entries()) {
    if (parent >= 0) expect((along[at] ?? 0) - (along[parent] ?? 0)).toBe(pitch);
  }
});

test('radial: branches stand on all sides of the centre, the devices above it over it', () => {
  // A gateway above a core with twelve switches of three access points each.
  const parents = [-1, 0, ...Array.from({ length: 12 }, () => 1)];
  for (let at = 2; at < 14; at += 1) parents.push(at, at, at);
  const { points } = layOut({ layout: 'radial', parents });
  const [gateway, core] = points;
  if (gateway === undefined || core === undefined) throw new Error('No points');
  expect(gateway.x).toBe(core.x);
  expect(gateway.y).toBeLessThan(core.y);
  const below = points.slice(2);
  expect(below.filter(({ x }) => x > core.x + NODE.width).length).toBeGreaterThan(8);
  expect(below.filter(({ x }) => x < core.x - NODE.width).length).toBeGreaterThan(8);
  expect(below.filter(({ y }) => y > core.y + NODE.height * 2).length).toBeGreaterThan(8);
});

test.each(LAYOUTS)('%s: places devices without an uplink below the others', (layout) => {
  const parents = [...parentsOf(2, 3), ...Array.from({ length: 9 }, () => -1)];
  const { points } = layOut({ layout, parents });
  const [trees, loose] = [points.slice(0, -9), points.slice(-9)];
  const bottom = Math.max(...trees.map(({ y }) => y));
  for (const { y } of loose) expect(y).toBeGreaterThan(bottom + NODE.height);
});

test.each(LAYOUTS)('%s: places only devices without links, or none', (layout) => {
  expect(overlaps(layOut({ layout, parents: [-1, -1, -1, -1, -1] }).points)).toEqual([]);
  expect(layOut({ layout, parents: [] })).toEqual({ points: [], routes: [] });
});
