import type { Inbound } from './model.ts';

export interface FrameBounds {
  readonly inflatedMaxBytes: number;
}

export const DEFAULT_BOUNDS: FrameBounds = { inflatedMaxBytes: 2 * 1024 * 1024 };

/** What one text frame of a device means. Never throws. */
export function readFrame(frame: Buffer, bounds: FrameBounds = DEFAULT_BOUNDS): Inbound {
  return { kind: 'malformed', why: frame.length > bounds.inflatedMaxBytes ? 'tooLarge' : 'badShape' };
}
