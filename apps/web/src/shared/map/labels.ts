import type { Point, Size } from '../viewport/geometry.ts';

export interface Labelled extends Point {
  readonly text: string;
  /** How far from the point the words begin. */
  readonly gap: number;
}

export interface PlacedLabel<T> {
  readonly item: T;
  readonly side: 'right' | 'left' | 'over';
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const WIDE = /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/u;

/** About how wide a text is in a type so many pixels high. */
export function widthOf(text: string, pixels: number): number {
  const ems = Array.from(text, (sign) => (WIDE.test(sign) ? 1 : 0.56)).reduce((sum, one) => sum + one, 0);
  return ems * pixels;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function boxAt(item: Labelled, side: 'right' | 'left' | 'over', pixels: number): Box {
  const width = widthOf(item.text, pixels);
  const half = pixels * 0.75;
  if (side === 'over') {
    return { left: item.x - width / 2, right: item.x + width / 2, top: item.y - half, bottom: item.y + half };
  }
  const left = side === 'right' ? item.x + item.gap : item.x - item.gap - width;
  return { left, right: left + width, top: item.y - half, bottom: item.y + half };
}

/**
 * Which labels find room, those given first before those after them: right of their point, else left of it; those
 * without a gap stand over it. Nothing covers a point, another label, or runs out of the picture.
 */
export function placeLabels<T extends Labelled>(
  items: readonly T[],
  points: readonly Labelled[],
  size: Size,
  pixels: number,
): PlacedLabel<T>[] {
  const taken: Box[] = points.map(({ x, y, gap }) => ({
    left: x - gap,
    right: x + gap,
    top: y - gap,
    bottom: y + gap,
  }));
  return items.flatMap((item) => {
    const sides = item.gap === 0 ? (['over'] as const) : (['right', 'left'] as const);
    for (const side of sides) {
      const box = boxAt(item, side, pixels);
      const inside = box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height;
      if (!inside || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [{ item, side }];
    }
    return [];
  });
}
