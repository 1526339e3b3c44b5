import type { Point } from './geometry.ts';

/** State of the pointer. */
export type PointerState =
  | { readonly doing: 'nothing' }
  /** Pressed, without movement yet. */
  | { readonly doing: 'pressing'; readonly at: Point; readonly on: string | null; readonly alone: boolean }
  | { readonly doing: 'panning'; readonly at: Point }
  | {
      readonly doing: 'moving';
      readonly from: Point;
      readonly at: Point;
      readonly id: string;
      readonly alone: boolean;
    };

export type Gesture =
  | { readonly type: 'down'; readonly at: Point; readonly on: string | null; readonly alone: boolean }
  | { readonly type: 'move'; readonly at: Point }
  | { readonly type: 'up'; readonly at: Point }
  | { readonly type: 'cancel' };

/** An item that is moved from its position; `at` is the pointer. */
export interface Drag {
  readonly id: string;
  readonly alone: boolean;
  readonly by: Point;
  readonly at: Point;
}

/** Result of a gesture, in pixels of the screen. */
export type Outcome =
  | { readonly type: 'pan'; readonly by: Point }
  | ({ readonly type: 'move' | 'drop' } & Drag)
  | { readonly type: 'putBack' }
  | { readonly type: 'click'; readonly at: Point; readonly on: string | null };

export const IDLE: PointerState = { doing: 'nothing' };
/** Movement tolerance of a click. */
const STILL_PX = 4;

export interface Step {
  readonly pointer: PointerState;
  readonly outcome: Outcome | null;
}

/** `mayMove`: items can be moved; otherwise dragging one pans the content. */
export function nextStep(pointer: PointerState, gesture: Gesture, mayMove: boolean): Step {
  if (gesture.type === 'cancel') {
    return { pointer: IDLE, outcome: pointer.doing === 'moving' ? { type: 'putBack' } : null };
  }
  if (gesture.type === 'down') {
    const { at, on, alone } = gesture;
    return { pointer: { doing: 'pressing', at, on, alone }, outcome: null };
  }
  return gesture.type === 'move' ? moved(pointer, gesture.at, mayMove) : lifted(pointer, gesture.at);
}

function moved(pointer: PointerState, at: Point, mayMove: boolean): Step {
  if (pointer.doing === 'panning') {
    return { pointer: { doing: 'panning', at }, outcome: { type: 'pan', by: minus(at, pointer.at) } };
  }
  if (pointer.doing === 'moving') {
    const { id, alone, from } = pointer;
    return { pointer: { ...pointer, at }, outcome: { type: 'move', id, alone, by: minus(at, from), at } };
  }
  if (pointer.doing === 'nothing' || isStill(pointer.at, at)) return { pointer, outcome: null };
  if (pointer.on === null || !mayMove) {
    return { pointer: { doing: 'panning', at }, outcome: { type: 'pan', by: minus(at, pointer.at) } };
  }
  const { on: id, alone, at: from } = pointer;
  return {
    pointer: { doing: 'moving', from, at, id, alone },
    outcome: { type: 'move', id, alone, by: minus(at, from), at },
  };
}

function lifted(pointer: PointerState, at: Point): Step {
  if (pointer.doing === 'moving') {
    const { id, alone, from } = pointer;
    return { pointer: IDLE, outcome: { type: 'drop', id, alone, by: minus(at, from), at } };
  }
  if (pointer.doing === 'pressing') return { pointer: IDLE, outcome: { type: 'click', at, on: pointer.on } };
  return { pointer: IDLE, outcome: null };
}

function isStill(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) < STILL_PX;
}

function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
