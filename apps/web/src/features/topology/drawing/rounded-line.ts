import type { Box, Point } from '../../../shared/viewport/geometry.ts';
import type { Route } from '../model/route.ts';

const RADIUS = 8;

/** A corner: the line bends from `before` to `after` around `at`. */
export interface Corner {
  readonly before: Point;
  readonly at: Point;
  readonly after: Point;
}

/** A line with rounded corners, for canvas and SVG. */
export interface RoundedLine {
  readonly from: Point;
  readonly corners: readonly Corner[];
  readonly to: Point;
  readonly bounds: Box;
}

const ORIGIN = { x: 0, y: 0 } as const;

export function roundedLine(route: Route): RoundedLine {
  const corners = route.slice(1, -1).map((at, index): Corner => {
    const [before, after] = [route[index] ?? at, route[index + 2] ?? at];
    const radius = Math.min(RADIUS, lengthOf(before, at) / 2, lengthOf(at, after) / 2);
    return { before: towards(at, before, radius), at, after: towards(at, after, radius) };
  });
  return { from: route[0] ?? ORIGIN, corners, to: route.at(-1) ?? ORIGIN, bounds: boundsOf(route) };
}

function lengthOf(from: Point, to: Point): number {
  return Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = lengthOf(from, to);
  if (length === 0) return from;
  const part = distance / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function boundsOf(route: Route): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of route) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
