import { type KeyboardEvent, useRef } from 'react';
import type { Point } from '../model/layout.ts';

/** Of the picture. */
const STEP_PX = 20;
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

interface Held {
  readonly id: string;
  readonly alone: boolean;
  readonly by: Point;
}

interface KeyMoveTasks {
  /** What is selected and may be moved. */
  readonly id: string | null;
  onMove(move: Held | null): void;
  onDrop(id: string, alone: boolean, by: Point): void;
}

interface KeyMove {
  /** Whether the key was one of its own. */
  press(event: KeyboardEvent): boolean;
  /** A key was let go: whoever lets go of Alt lets go of the device. */
  release(event: KeyboardEvent): void;
  /** It is left where it is. */
  letGo(): void;
}

/** Alt and arrows move what is selected with all below it, with Shift it alone; Escape puts it back. */
export function useKeyMove({ id, onMove, onDrop }: KeyMoveTasks): KeyMove {
  const held = useRef<Held | null>(null);

  function letGo(): void {
    const move = held.current;
    held.current = null;
    if (move !== null) onDrop(move.id, move.alone, move.by);
  }

  return {
    press(event) {
      if (event.key === 'Escape' && held.current !== null) {
        held.current = null;
        onMove(null);
        return true;
      }
      const step = STEPS[event.key];
      if (!event.altKey || step === undefined || id === null) return false;
      const before = held.current?.id === id ? held.current : null;
      const by = { x: (before?.by.x ?? 0) + step.x, y: (before?.by.y ?? 0) + step.y };
      held.current = { id, alone: before?.alone ?? event.shiftKey, by };
      onMove(held.current);
      return true;
    },
    release(event) {
      if (event.key === 'Alt') letGo();
    },
    letGo,
  };
}
