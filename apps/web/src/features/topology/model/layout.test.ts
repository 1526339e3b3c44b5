import { expect, test } from 'vitest';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { campus } from '../testing/sites.ts';
import { LAYOUTS, layOut, NODE } from './layout.ts';
import { openRows, treeOf } from './tree.ts';

function uppersOf(switches: number, each: number): number[] {
  const tree = treeOf(campus(switches, each));
  const ids = openRows(tree, new Set()).map(({ id }) => id);
  return ids.map((id) => ids.indexOf(tree.parents.get(id) ?? ''));
}

function overlaps(points: readonly Point[]): number {
  return points.filter((one, at) =>
    points
      .slice(at + 1)
      .some(
        (other) => Math.abs(one.x - other.x) < NODE.width - 1 && Math.abs(one.y - other.y) < NODE.height - 1,
      ),
  ).length;
}

test.each(['right', 'down'] as const)(
  '%s: no device covers another, and every level has its line',
  (layout) => {
    const parents = uppersOf(2, 2);
    const points = layOut({ layout, parents });
    expect(overlaps(points)).toBe(0);
    const along = points.map(({ x, y }) => (layout === 'right' ? x : y));
    for (const [at, upper] of parents.entries()) {
      if (upper >= 0) expect(along[at]).toBeGreaterThan((along[upper] ?? 0) + NODE.height);
    }
    expect(new Set(along).size).toBe(3);
  },
);

/** A core with its own access points beside switches with many more. */
const MIXED = [-1, 0, ...Array.from({ length: 30 }, () => 0), ...Array.from({ length: 50 }, () => 1)];

test.each(['right', 'down'] as const)(
  '%s: many below one stand in a block, so that all of it fits a screen, and in no other’s place',
  (layout) => {
    const points = layOut({ layout, parents: uppersOf(40, 49) });
    const wide = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
    const high = Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y));
    expect(wide / high).toBeGreaterThan(1);
    expect(wide / high).toBeLessThan(4);
    expect(overlaps(points)).toBe(0);
    expect(overlaps(layOut({ layout, parents: MIXED }))).toBe(0);
  },
);

test('radial: places children on rings around the only root', () => {
  const points = layOut({ layout: 'radial', parents: uppersOf(6, 7) });
  const rings = points.map(({ x, y }) => Math.round(Math.hypot(x, y)));
  expect(new Set(rings).size).toBe(3);
  expect(rings[0]).toBe(0);
});

test.each(LAYOUTS)('%s: places devices without an uplink below the others', (layout) => {
  const parents = [...uppersOf(2, 3), ...Array.from({ length: 9 }, () => -1)];
  const points = layOut({ layout, parents });
  const [trees, loose] = [points.slice(0, -9), points.slice(-9)];
  expect(overlaps(loose)).toBe(0);
  const bottom = Math.max(...trees.map(({ y }) => y));
  for (const { y } of loose) expect(y).toBeGreaterThan(bottom + NODE.height);
});

test.each(LAYOUTS)('%s: places only devices without links, or none', (layout) => {
  expect(overlaps(layOut({ layout, parents: [-1, -1, -1, -1, -1] }))).toBe(0);
  expect(layOut({ layout, parents: [] })).toEqual([]);
});
