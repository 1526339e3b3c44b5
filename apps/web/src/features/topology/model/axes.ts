import type { Point } from '../../../shared/viewport/geometry.ts';

export const NODE = { width: 220, height: 48 } as const;

/** Space between boxes beside each other. */
export const GAP = 16;

/** Direction in which a tree grows: `along` from parent to child, `across` between siblings. Lengths in pixels. */
export interface Axis {
  /** Half of a box. */
  readonly halfAlong: number;
  readonly halfAcross: number;
  /** From a parent to where its links part. */
  readonly lead: number;
  /** The part of a link that belongs to one child, with room for port names. */
  readonly stub: number;
  /** Wanted ratio of the length along to the length across. */
  readonly stretch: number;
  point(across: number, along: number): Point;
}

/** Aspect ratio of the diagram on a screen. */
const SCREEN_ASPECT = 2;

export const RIGHT: Axis = {
  halfAlong: NODE.width / 2,
  halfAcross: NODE.height / 2,
  lead: 24,
  stub: 132,
  stretch: SCREEN_ASPECT,
  point: (across, along) => ({ x: along, y: across }),
};

export const DOWN: Axis = {
  halfAlong: NODE.height / 2,
  halfAcross: NODE.width / 2,
  lead: 22,
  stub: 58,
  stretch: 1 / SCREEN_ASPECT,
  point: (across, along) => ({ x: across, y: along }),
};

/** Distance between the boxes of a parent and its children, from centre to centre. */
export function pitchOf({ halfAlong, lead, stub }: Axis): number {
  return 2 * halfAlong + lead + stub;
}

/** The same axis in the opposite direction. */
export function mirrored(axis: Axis): Axis {
  return { ...axis, point: (across, along) => axis.point(across, -along) };
}
