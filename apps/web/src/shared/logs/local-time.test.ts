import { expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

it('a moment comes back from the field as it went in, to the minute', () => {
  const at = new Date(2026, 2, 9, 7, 5).toISOString();
  expect(toLocalField(at)).toBe('2026-03-09T07:05');
  expect(fromLocalField('2026-03-09T07:05')).toBe(at);
});

it('nothing, or nonsense from the address, is nothing', () => {
  expect(toLocalField(undefined)).toBe('');
  expect(toLocalField('yesterday')).toBe('');
  expect(fromLocalField('')).toBeUndefined();
  expect(fromLocalField('2026-99-99T00:00')).toBeUndefined();
});
