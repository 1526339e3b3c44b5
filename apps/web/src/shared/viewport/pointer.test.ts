import { expect, test } from 'vitest';
import { type Gesture, IDLE, nextStep, type Outcome, type PointerState } from './pointer.ts';

const down = (on: string | null, alone = false): Gesture => ({
  type: 'down',
  at: { x: 10, y: 10 },
  on,
  alone,
});
const move = (x: number, y: number): Gesture => ({ type: 'move', at: { x, y } });
const up = (x: number, y: number): Gesture => ({ type: 'up', at: { x, y } });

function outcomes(mayMove: boolean, ...gestures: Gesture[]): Outcome[] {
  let pointer: PointerState = IDLE;
  return gestures.flatMap((gesture) => {
    const step = nextStep(pointer, gesture, mayMove);
    pointer = step.pointer;
    return step.outcome ?? [];
  });
}

test('a press with little movement is a click', () => {
  expect(outcomes(true, down('sw'), move(12, 11), up(12, 11))).toEqual([
    { type: 'click', at: { x: 12, y: 11 }, on: 'sw' },
  ]);
});

test('dragging the background pans the content', () => {
  expect(outcomes(true, down(null), move(30, 10), move(35, 20), up(35, 20))).toEqual([
    { type: 'pan', by: { x: 20, y: 0 } },
    { type: 'pan', by: { x: 5, y: 10 } },
  ]);
});

test('dragging an item moves it from its start position', () => {
  expect(outcomes(true, down('sw', true), move(30, 10), move(35, 20), up(36, 20))).toEqual([
    { type: 'move', id: 'sw', alone: true, by: { x: 20, y: 0 }, at: { x: 30, y: 10 } },
    { type: 'move', id: 'sw', alone: true, by: { x: 25, y: 10 }, at: { x: 35, y: 20 } },
    { type: 'drop', id: 'sw', alone: true, by: { x: 26, y: 10 }, at: { x: 36, y: 20 } },
  ]);
});

test('dragging an item pans without the permission to move', () => {
  expect(outcomes(false, down('sw'), move(30, 10), up(30, 10))).toEqual([
    { type: 'pan', by: { x: 20, y: 0 } },
  ]);
});

test('a cancelled gesture resets the item', () => {
  expect(outcomes(true, down('sw'), move(30, 10), { type: 'cancel' }, up(30, 10)).at(-1)).toEqual({
    type: 'putBack',
  });
  expect(outcomes(true, down('sw'), { type: 'cancel' }, up(10, 10))).toEqual([]);
});
