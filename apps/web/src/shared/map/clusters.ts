import type { Point } from '../viewport/geometry.ts';

/** Things so close together that they would cover each other, shown as one. */
export interface Cluster<T> extends Point {
  readonly items: readonly T[];
}

/**
 * Takes them in the order given and joins each to the first cluster within reach, which is looked for in its own
 * cell of a grid and those around it. The place of a cluster is the middle of what is in it.
 */
export function clustersOf<T extends Point>(items: readonly T[], reach: number): Cluster<T>[] {
  const cells = new Map<string, { at: Point; items: T[] }[]>();
  const all: { at: Point; items: T[] }[] = [];
  const cellOf = (value: number) => Math.floor(value / reach);
  for (const item of items) {
    const [column, row] = [cellOf(item.x), cellOf(item.y)];
    const near = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []),
    );
    const found = near.find(({ at }) => Math.hypot(at.x - item.x, at.y - item.y) < reach);
    if (found) {
      found.items.push(item);
      continue;
    }
    const fresh = { at: item, items: [item] };
    all.push(fresh);
    const key = `${column} ${row}`;
    cells.set(key, [...(cells.get(key) ?? []), fresh]);
  }
  return all.map(({ items: joined }) => ({ items: joined, ...middleOf(joined) }));
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
