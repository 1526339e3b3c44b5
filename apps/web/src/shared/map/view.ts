import type { Point, Size } from '../viewport/geometry.ts';
import { WORLD } from './projection.ts';

/** What of the world is in view: the point in the middle, and how many pixels one of its units takes. */
export interface View extends Point {
  readonly scale: number;
}

/** No closer than this by itself: one site alone is shown with the lands around it. */
const CLOSEST_FIT = 5;
export const CLOSEST = 24;
const STEP = 1.6;

function furthest({ width, height }: Size): number {
  return Math.min(width / WORLD.width, height / WORLD.height);
}

function within(value: number, half: number, whole: number): number {
  return half * 2 >= whole ? whole / 2 : Math.min(Math.max(value, half), whole - half);
}

/** The same view, but nothing of it beyond the edge of the world. */
export function kept(view: View, size: Size, closest: number = CLOSEST): View {
  const scale = Math.min(Math.max(view.scale, furthest(size)), furthest(size) * closest);
  return {
    scale,
    x: within(view.x, size.width / scale / 2, WORLD.width),
    y: within(view.y, size.height / scale / 2, WORLD.height),
  };
}

/** All points in view, with room around them; the whole world when there are none. */
export function fitView(
  points: readonly Point[],
  size: Size,
  padding: number,
  closest: number = CLOSEST_FIT,
): View {
  if (points.length === 0) return kept({ x: WORLD.width / 2, y: WORLD.height / 2, scale: 0 }, size);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = {
    width: Math.max(size.width - 2 * padding, 1),
    height: Math.max(size.height - 2 * padding, 1),
  };
  const scale = Math.min(
    room.width / Math.max(right - left, 1e-6),
    room.height / Math.max(bottom - top, 1e-6),
    furthest(size) * closest,
  );
  return kept({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, size, Math.max(closest, CLOSEST));
}

export function toScreen({ x, y }: Point, view: View, size: Size): Point {
  return {
    x: (x - view.x) * view.scale + size.width / 2,
    y: (y - view.y) * view.scale + size.height / 2,
  };
}

/** Closer or further by one step, around a point on screen that stays where it is. */
export function zoomed(
  view: View,
  size: Size,
  steps: number,
  around?: Point,
  closest: number = CLOSEST,
): View {
  const scale = view.scale * STEP ** steps;
  const at = around ?? { x: size.width / 2, y: size.height / 2 };
  const world = {
    x: view.x + (at.x - size.width / 2) / view.scale,
    y: view.y + (at.y - size.height / 2) / view.scale,
  };
  const allowed = kept({ ...view, scale }, size, closest).scale;
  return kept(
    {
      scale: allowed,
      x: world.x - (at.x - size.width / 2) / allowed,
      y: world.y - (at.y - size.height / 2) / allowed,
    },
    size,
    closest,
  );
}

export function moved(view: View, size: Size, byX: number, byY: number, closest: number = CLOSEST): View {
  return kept({ ...view, x: view.x - byX / view.scale, y: view.y - byY / view.scale }, size, closest);
}

/** The point of the world at a point of the screen. */
export function toWorld({ x, y }: Point, view: View, size: Size): Point {
  return {
    x: view.x + (x - size.width / 2) / view.scale,
    y: view.y + (y - size.height / 2) / view.scale,
  };
}

/** The part of the world in view. */
export function shownBox(view: View, size: Size) {
  const [halfX, halfY] = [size.width / view.scale / 2, size.height / view.scale / 2];
  return { left: view.x - halfX, right: view.x + halfX, top: view.y - halfY, bottom: view.y + halfY };
}

/** Near enough that borders need to be drawn finely. */
export function isNear(view: View, size: Size): boolean {
  return view.scale > furthest(size) * 2.5;
}
