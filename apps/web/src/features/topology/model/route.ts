import type { Layout } from '@airloom/contract/topology/topology.model';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { NODE, RIGHT } from './axes.ts';

/** A line of horizontal and vertical segments. */
export type Route = readonly Point[];

/** Two boxes need this distance for a line between them. */
const BETWEEN_MIN = 24;
/** Distance of a line around boxes from their sides. */
const AROUND = RIGHT.lead / 2;

/** Without repeated points and points within a straight line. */
export function straightened(points: readonly Point[]): Route {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last !== undefined && last.x === point.x && last.y === point.y) continue;
    const isStraight =
      before !== undefined &&
      last !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isStraight) kept.pop();
    kept.push(point);
  }
  return kept;
}

export function shifted(route: Route, by: Point): Route {
  return route.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));
}

/** A line between two boxes anywhere: from side to side, or around both when they are too close. */
export function elbow(layout: Layout, upper: Point, lower: Point): Route {
  const [dx, dy] = [lower.x - upper.x, lower.y - upper.y];
  const beside = Math.abs(dx) >= NODE.width + BETWEEN_MIN;
  const below = Math.abs(dy) >= NODE.height + BETWEEN_MIN;
  const isHorizontal =
    layout === 'right' || (layout === 'radial' && Math.abs(dx) - NODE.width > Math.abs(dy) - NODE.height);
  if (isHorizontal && beside) return horizontal(upper, lower);
  if (!isHorizontal && below) return vertical(upper, lower);
  // In one column or row, a straight line would pass below the boxes in between.
  const isAligned = Math.abs(isHorizontal ? dx : dy) < 1;
  if (!isAligned && isHorizontal && below) return vertical(upper, lower);
  if (!isAligned && !isHorizontal && beside) return horizontal(upper, lower);
  return around(isHorizontal, upper, lower);
}

function horizontal(upper: Point, lower: Point): Route {
  const side = lower.x > upper.x ? 1 : -1;
  const [from, to] = [upper.x + (side * NODE.width) / 2, lower.x - (side * NODE.width) / 2];
  const bend = from + side * Math.min(RIGHT.lead, Math.abs(to - from) / 2);
  return straightened([
    { x: from, y: upper.y },
    { x: bend, y: upper.y },
    { x: bend, y: lower.y },
    { x: to, y: lower.y },
  ]);
}

function vertical(upper: Point, lower: Point): Route {
  const side = lower.y > upper.y ? 1 : -1;
  const [from, to] = [upper.y + (side * NODE.height) / 2, lower.y - (side * NODE.height) / 2];
  const bend = from + side * Math.min(AROUND, Math.abs(to - from) / 2);
  return straightened([
    { x: upper.x, y: from },
    { x: upper.x, y: bend },
    { x: lower.x, y: bend },
    { x: lower.x, y: to },
  ]);
}

function around(isHorizontal: boolean, upper: Point, lower: Point): Route {
  if (isHorizontal) {
    const x = Math.max(upper.x, lower.x) + NODE.width / 2 + AROUND;
    return straightened([
      { x: upper.x + NODE.width / 2, y: upper.y },
      { x, y: upper.y },
      { x, y: lower.y },
      { x: lower.x + NODE.width / 2, y: lower.y },
    ]);
  }
  const y = Math.max(upper.y, lower.y) + NODE.height / 2 + AROUND;
  return straightened([
    { x: upper.x, y: upper.y + NODE.height / 2 },
    { x: upper.x, y },
    { x: lower.x, y },
    { x: lower.x, y: lower.y + NODE.height / 2 },
  ]);
}

export function distanceTo(route: Route, { x, y }: Point): number {
  let least = Infinity;
  for (let index = 1; index < route.length; index += 1) {
    const [from, to] = [route[index - 1], route[index]];
    if (from === undefined || to === undefined) continue;
    const nearX = Math.min(Math.max(x, Math.min(from.x, to.x)), Math.max(from.x, to.x));
    const nearY = Math.min(Math.max(y, Math.min(from.y, to.y)), Math.max(from.y, to.y));
    least = Math.min(least, Math.hypot(x - nearX, y - nearY));
  }
  return least;
}

export interface Segment {
  readonly from: Point;
  readonly to: Point;
}

/** The last segment of a line: the part that belongs to the child alone. */
export function ownSegment(route: Route): Segment | null {
  const [from, to] = [route.at(-2), route.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}
