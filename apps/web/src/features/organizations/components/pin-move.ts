import { type Coordinates, project, unproject } from '../../../shared/map/projection.ts';
import { toScreen, toWorld, type View } from '../../../shared/map/view.ts';
import type { Point, Size } from '../../../shared/viewport/geometry.ts';

const STEP_PX = 4;
const LARGE_STEP_PX = 40;
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Degrees of longitude per unit of the map at the equator. */
const DEGREES_PER_UNIT = 0.36;
const DIGITS = { min: 1, max: 5 } as const;

/** Rounded to what one pixel of the screen can show. */
export function roundedAt({ latitude, longitude }: Coordinates, { scale }: View): Coordinates {
  const wanted = Math.ceil(-Math.log10(DEGREES_PER_UNIT / scale));
  const digits = Math.min(DIGITS.max, Math.max(DIGITS.min, wanted));
  return { latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) };
}

/** The coordinates at a point of the screen; null beside the world. */
export function coordinatesAt(at: Point, view: View, size: Size): Coordinates | null {
  const found = unproject(toWorld(at, view, size));
  return found && roundedAt(found, view);
}

/** Where an arrow key moves a pin; null for other keys and beyond the edge of the world. */
export function movedByKey(
  pin: Coordinates,
  key: string,
  isLarge: boolean,
  view: View,
  size: Size,
): Coordinates | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const by = isLarge ? LARGE_STEP_PX : STEP_PX;
  const { x, y } = toScreen(project(pin), view, size);
  return coordinatesAt({ x: x + step.x * by, y: y + step.y * by }, view, size);
}
