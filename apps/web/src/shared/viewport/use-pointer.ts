import { type RefObject, useEffect } from 'react';
import type { Point } from './geometry.ts';
import { type Drag, type Gesture, IDLE, nextStep, type Outcome, type PointerState } from './pointer.ts';
import type { Camera } from './use-camera.ts';

const WHEEL_STEP = 1.0016;
/** Wheel units of browsers: pixels, lines or pages. */
const WHEEL_UNITS: readonly number[] = [1, 16, 400];

export interface PointerHandlers {
  camera: Camera;
  mayMove: boolean;
  itemAt(at: Point): string | null;
  /** Null: the pointer left, or does something else. */
  onHover(at: Point | null): void;
  onClick(at: Point, on: string | null): void;
  /** In pixels of the screen. */
  onMove(drag: Drag | null): void;
  onDrop(drag: Drag): void;
}

/** Mouse, pen and touch input on the content. */
export function usePointer(frame: RefObject<HTMLElement | null>, tasks: RefObject<PointerHandlers>): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let pointer: PointerState = IDLE;
    const fingers = new Map<number, Point>();

    const at = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    const act = (outcome: Outcome): void => {
      const { camera, onMove, onDrop, onClick } = tasks.current;
      if (outcome.type === 'pan') camera.pan(outcome.by);
      else if (outcome.type === 'putBack') onMove(null);
      else if (outcome.type === 'click') onClick(outcome.at, outcome.on);
      else if (outcome.type === 'move') onMove(outcome);
      else onDrop(outcome);
    };

    const feel = (gesture: Gesture): void => {
      const step = nextStep(pointer, gesture, tasks.current.mayMove);
      pointer = step.pointer;
      if (step.outcome !== null) act(step.outcome);
    };

    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      const point = at(event);
      tasks.current.onHover(null);
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, point);
      if (fingers.size > 1) feel({ type: 'cancel' });
      else feel({ type: 'down', at: point, on: tasks.current.itemAt(point), alone: event.shiftKey });
    };

    const pinch = (id: number, to: Point): void => {
      const from = fingers.get(id);
      const other = [...fingers].find(([one]) => one !== id)?.[1];
      if (from === undefined || other === undefined) return;
      const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const { camera } = tasks.current;
      // The content follows the centre of both fingers.
      camera.zoom(apart(to) / apart(from), { x: (from.x + other.x) / 2, y: (from.y + other.y) / 2 });
      camera.pan({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
    };

    const move = (event: PointerEvent): void => {
      const point = at(event);
      if (fingers.size > 1) pinch(event.pointerId, point);
      else if (pointer.doing !== 'nothing') feel({ type: 'move', at: point });
      else tasks.current.onHover(point);
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point);
    };

    const up = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      feel({ type: 'up', at: at(event) });
    };

    const cancel = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      feel({ type: 'cancel' });
    };

    const wheel = (event: WheelEvent): void => {
      // The page scrolls until the element has the focus.
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return;
      event.preventDefault();
      tasks.current.onHover(null);
      const turned = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
      tasks.current.camera.zoom(WHEEL_STEP ** -turned, at(event));
    };

    // Anywhere on the page: the focus may be elsewhere while an item is moved.
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || pointer.doing !== 'moving') return;
      event.preventDefault();
      event.stopPropagation();
      feel({ type: 'cancel' });
    };

    const leave = (): void => tasks.current.onHover(null);

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('wheel', wheel, { passive: false });
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('wheel', wheel);
    };
  }, [frame, tasks]);
}
