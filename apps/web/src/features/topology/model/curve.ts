import type { Point } from '../../../shared/viewport/geometry.ts';
import { type Layout, LEVEL, NODE } from './layout.ts';
import type { SceneLink } from './scene.ts';

/** A cubic Bézier curve for canvas and SVG. */
export interface Curve {
  readonly from: Point;
  readonly bend1: Point;
  readonly bend2: Point;
  readonly to: Point;
}

/** Distance in levels above which other devices of a block are in between. */
const FAR = 1.4;
const BEND = 36;

/**
 * From the side of the parent that faces the child, to the near side of the child; if others are in between, to a free
 * side.
 */
export function curveOf(layout: Layout, { upper, lower, kind }: SceneLink): Curve {
  if (layout === 'radial' || kind === 'stranger') {
    return { from: upper, bend1: upper, bend2: lower, to: lower };
  }
  if (layout === 'right') {
    const side = lower.x >= upper.x ? 1 : -1;
    const from = { x: upper.x + (side * NODE.width) / 2, y: upper.y };
    if (Math.abs(lower.x - upper.x) > FAR * LEVEL.right) {
      const to = { x: lower.x, y: lower.y - NODE.height / 2 };
      return { from, bend1: { x: from.x + side * BEND, y: from.y }, bend2: { x: to.x, y: to.y - BEND }, to };
    }
    const to = { x: lower.x - (side * NODE.width) / 2, y: lower.y };
    const middle = (from.x + to.x) / 2;
    return { from, bend1: { x: middle, y: from.y }, bend2: { x: middle, y: to.y }, to };
  }
  const side = lower.y >= upper.y ? 1 : -1;
  const from = { x: upper.x, y: upper.y + (side * NODE.height) / 2 };
  if (Math.abs(lower.y - upper.y) > FAR * LEVEL.down) {
    const to = { x: lower.x - NODE.width / 2, y: lower.y };
    return { from, bend1: { x: from.x, y: from.y + side * BEND }, bend2: { x: to.x - BEND, y: to.y }, to };
  }
  const to = { x: lower.x, y: lower.y - (side * NODE.height) / 2 };
  const middle = (from.y + to.y) / 2;
  return { from, bend1: { x: from.x, y: middle }, bend2: { x: to.x, y: middle }, to };
}

export function pointOn({ from, bend1, bend2, to }: Curve, part: number): Point {
  const rest = 1 - part;
  const mix = (a: number, b: number, c: number, d: number) =>
    rest ** 3 * a + 3 * rest ** 2 * part * b + 3 * rest * part ** 2 * c + part ** 3 * d;
  return { x: mix(from.x, bend1.x, bend2.x, to.x), y: mix(from.y, bend1.y, bend2.y, to.y) };
}

const STEPS = 24;

/** The nearest link within `reach` of a point. */
export function linkAt(
  layout: Layout,
  links: readonly SceneLink[],
  { x, y }: Point,
  reach: number,
): SceneLink | undefined {
  let nearest: SceneLink | undefined;
  let least = reach;
  for (const link of links) {
    if (link.kind === 'stranger') continue;
    const curve = curveOf(layout, link);
    const left = Math.min(curve.from.x, curve.to.x) - reach;
    const right = Math.max(curve.from.x, curve.to.x) + reach;
    const top = Math.min(curve.from.y, curve.to.y) - reach;
    const bottom = Math.max(curve.from.y, curve.to.y) + reach;
    if (x < left || x > right || y < top || y > bottom) continue;
    let before = curve.from;
    for (let step = 1; step <= STEPS; step += 1) {
      const after = pointOn(curve, step / STEPS);
      const distance = distanceTo(before, after, { x, y });
      if (distance < least) {
        least = distance;
        nearest = link;
      }
      before = after;
    }
  }
  return nearest;
}

function distanceTo(from: Point, to: Point, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length));
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy);
}
