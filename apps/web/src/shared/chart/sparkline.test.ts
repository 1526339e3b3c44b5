import { expect, it } from 'vitest';
import { sparklinePoints } from './Sparkline.tsx';

it('draws values between zero and the highest, from left to right', () => {
  expect(sparklinePoints([0, 10, 5])).toBe('1.5,22.5 48.0,1.5 94.5,12.0');
});

it('leaves gaps out and draws nothing from less than two values', () => {
  expect(sparklinePoints([0, null, 5])).toBe('1.5,22.5 94.5,1.5');
  expect(sparklinePoints([3])).toBe('');
  expect(sparklinePoints([null, 2, null])).toBe('');
});

it('draws zeros as a flat line', () => {
  expect(sparklinePoints([0, 0])).toBe('1.5,22.5 94.5,22.5');
});
