import type { Point } from '../../../shared/viewport/geometry.ts';
import { NODE } from '../model/axes.ts';
import type { Route } from '../model/route.ts';

/** Cells are smaller than a box, so that boxes that intersect are in neighbouring cells. */
const CELL = { width: NODE.width, height: NODE.height } as const;

function cellsOf(points: readonly Point[]): Map<string, number[]> {
  const cells = new Map<string, number[]>();
  for (const [at, { x, y }] of points.entries()) {
    const key = `${Math.floor(x / CELL.width)} ${Math.floor(y / CELL.height)}`;
    const own = cells.get(key);
    if (own === undefined) cells.set(key, [at]);
    else own.push(at);
  }
  return cells;
}

const TOLERANCE = 1e-6;

/** Pairs of boxes that intersect. */
export function overlaps(points: readonly Point[]): [number, number][] {
  const cells = cellsOf(points);
  return points.flatMap(({ x, y }, at): [number, number][] => {
    const [column, row] = [Math.floor(x / CELL.width), Math.floor(y / CELL.height)];
    const near = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []),
    );
    return near
      .filter((other) => {
        const point = points[other];
        return (
          other > at &&
          point !== undefined &&
          Math.abs(point.x - x) < NODE.width - TOLERANCE &&
          Math.abs(point.y - y) < NODE.height - TOLERANCE
        );
      })
      .map((other) => [at, other]);
  });
}

export function isOrthogonal(route: Route): boolean {
  return route.every((point, index) => {
    const before = route[index - 1];
    return before === undefined || before.x === point.x || before.y === point.y;
  });
}

/** Boxes that a line passes through. */
export function crossed(route: Route, points: readonly Point[]): number[] {
  return points.flatMap(({ x, y }, at) => {
    const passes = route.some((to, index) => {
      const from = route[index - 1];
      return (
        from !== undefined &&
        Math.max(from.x, to.x) > x - NODE.width / 2 + TOLERANCE &&
        Math.min(from.x, to.x) < x + NODE.width / 2 - TOLERANCE &&
        Math.max(from.y, to.y) > y - NODE.height / 2 + TOLERANCE &&
        Math.min(from.y, to.y) < y + NODE.height / 2 - TOLERANCE
      );
    });
    return passes ? [at] : [];
  });
}
