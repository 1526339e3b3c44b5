import { type KeyboardEvent, useRef } from 'react';
import type { Point } from '../../../shared/viewport/geometry.ts';

/** In pixels of the diagram. */
const STEP_PX = 20;
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

interface Drag {
  readonly id: string;
  readonly alone: boolean;
  readonly by: Point;
}

interface KeyMoveTasks {
  /** The selected movable device. */
  readonly id: string | null;
  onMove(move: Drag | null): void;
  onDrop(id: string, alone: boolean, by: Point): void;
}

interface KeyMove {
  /** Returns whether the key was handled. */
  press(event: KeyboardEvent): boolean;
  /** Releasing Alt drops the device. */
  release(event: KeyboardEvent): void;
  /** Drops it at its position. */
  letGo(): void;
}

/** Alt and arrows move the selected device with its branch, with Shift alone; Escape resets. */
export function useKeyMove({ id, onMove, onDrop }: KeyMoveTasks): KeyMove {
  const drag = useRef<Drag | null>(null);

  function letGo(): void {
    const move = drag.current;
    drag.current = null;
    if (move !== null) onDrop(move.id, move.alone, move.by);
  }

  return {
    press(event) {
      if (event.key === 'Escape' && drag.current !== null) {
        drag.current = null;
        onMove(null);
        return true;
      }
      const step = STEPS[event.key];
      if (!event.altKey || step === undefined || id === null) return false;
      const before = drag.current?.id === id ? drag.current : null;
      const by = { x: (before?.by.x ?? 0) + step.x, y: (before?.by.y ?? 0) + step.y };
      drag.current = { id, alone: before?.alone ?? event.shiftKey, by };
      onMove(drag.current);
      return true;
    },
    release(event) {
      if (event.key === 'Alt') letGo();
    },
    letGo,
  };
}
