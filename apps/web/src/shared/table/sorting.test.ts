import { expect, it } from 'vitest';
import { directionOf, nextSort } from './sorting.ts';

it('goes up, down and back', () => {
  expect(nextSort(undefined, 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBeUndefined();
});

it('starts upwards when another column was sorted', () => {
  expect(nextSort('-createdAt', 'name')).toBe('name');
  expect(directionOf('-createdAt', 'name')).toBe('none');
});

it('starts with the highest where these matter', () => {
  expect(nextSort(undefined, 'alarms', true)).toBe('-alarms');
  expect(nextSort('-alarms', 'alarms', true)).toBe('alarms');
  expect(nextSort('alarms', 'alarms', true)).toBeUndefined();
});
