import type { Box, Point, Size } from './geometry.ts';

/** The visible part of the content: `scale` pixels of the screen per pixel of the content. */
export interface Viewport {
  /** Position of the content's origin on the screen. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const SCALE = { min: 0.01, max: 3, near: 1 } as const;
const MARGIN_PX = 48;

export function toScreen({ x, y, scale }: Viewport, point: Point): Point {
  return { x: point.x * scale + x, y: point.y * scale + y };
}

export function toContent({ x, y, scale }: Viewport, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

export function panned(view: Viewport, by: Point): Viewport {
  return { ...view, x: view.x + by.x, y: view.y + by.y };
}

function within(scale: number): number {
  return Math.min(SCALE.max, Math.max(SCALE.min, scale));
}

/** Keeps the point `at` in place. */
export function zoomed(view: Viewport, factor: number, at: Point): Viewport {
  const scale = within(view.scale * factor);
  const point = toContent(view, at);
  return { scale, x: at.x - point.x * scale, y: at.y - point.y * scale };
}

function room(size: number): number {
  return Math.max(1, size - 2 * MARGIN_PX);
}

/** Shows the whole box, without enlarging it. */
export function fitted(box: Box, screen: Size): Viewport {
  const scale = within(
    Math.min(
      SCALE.near,
      room(screen.width) / Math.max(1, box.width),
      room(screen.height) / Math.max(1, box.height),
    ),
  );
  return centred({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, screen, scale);
}

export function centred(point: Point, screen: Size, scale: number): Viewport {
  return { scale, x: screen.width / 2 - point.x * scale, y: screen.height / 2 - point.y * scale };
}

/** Interpolates between two views, from 0 to 1: zooms out first, then in. */
export function between(from: Viewport, to: Viewport, part: number): Viewport {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  const mix = (one: number, other: number) => one + (other - one) * eased;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
}

/** The part of the content on screen. */
export function shownBox(view: Viewport, screen: Size): Box {
  const corner = toContent(view, { x: 0, y: 0 });
  return { ...corner, width: screen.width / view.scale, height: screen.height / view.scale };
}
