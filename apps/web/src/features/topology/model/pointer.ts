import type { Point } from './layout.ts';

/** What the hand is doing. */
export type Hand =
  | { readonly doing: 'nothing' }
  /** Down, and not yet known for what. */
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

/** What comes of it, in pixels of the screen. */
export type Outcome =
  | { readonly type: 'pan'; readonly by: Point }
  | { readonly type: 'move'; readonly id: string; readonly alone: boolean; readonly by: Point }
  | { readonly type: 'drop'; readonly id: string; readonly alone: boolean; readonly by: Point }
  | { readonly type: 'putBack' }
  | { readonly type: 'click'; readonly at: Point; readonly on: string | null };

export const IDLE: Hand = { doing: 'nothing' };
/** A hand is never quite still. */
const STILL_PX = 4;

export interface Step {
  readonly hand: Hand;
  readonly outcome: Outcome | null;
}

/** `mayMove`: devices can be put elsewhere; otherwise a hand on one moves the picture as well. */
export function nextStep(hand: Hand, gesture: Gesture, mayMove: boolean): Step {
  if (gesture.type === 'cancel') {
    return { hand: IDLE, outcome: hand.doing === 'moving' ? { type: 'putBack' } : null };
  }
  if (gesture.type === 'down') {
    const { at, on, alone } = gesture;
    return { hand: { doing: 'pressing', at, on, alone }, outcome: null };
  }
  return gesture.type === 'move' ? moved(hand, gesture.at, mayMove) : lifted(hand, gesture.at);
}

function moved(hand: Hand, at: Point, mayMove: boolean): Step {
  if (hand.doing === 'panning') {
    return { hand: { doing: 'panning', at }, outcome: { type: 'pan', by: minus(at, hand.at) } };
  }
  if (hand.doing === 'moving') {
    const { id, alone, from } = hand;
    return { hand: { ...hand, at }, outcome: { type: 'move', id, alone, by: minus(at, from) } };
  }
  if (hand.doing === 'nothing' || isStill(hand.at, at)) return { hand, outcome: null };
  if (hand.on === null || !mayMove) {
    return { hand: { doing: 'panning', at }, outcome: { type: 'pan', by: minus(at, hand.at) } };
  }
  const { on: id, alone, at: from } = hand;
  return {
    hand: { doing: 'moving', from, at, id, alone },
    outcome: { type: 'move', id, alone, by: minus(at, from) },
  };
}

function lifted(hand: Hand, at: Point): Step {
  if (hand.doing === 'moving') {
    const { id, alone, from } = hand;
    return { hand: IDLE, outcome: { type: 'drop', id, alone, by: minus(at, from) } };
  }
  if (hand.doing === 'pressing') return { hand: IDLE, outcome: { type: 'click', at, on: hand.on } };
  return { hand: IDLE, outcome: null };
}

function isStill(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) < STILL_PX;
}

function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
