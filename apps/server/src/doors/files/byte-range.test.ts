import { expect, it } from 'vitest';
import { requestedRange } from './byte-range.ts';

const SIZE = 1000;

it.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-499', 0, 499],
  ['bytes=500-', 500, 999],
  ['bytes=999-', 999, 999],
  ['bytes=0-5000', 0, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-1000', 0, 999],
  ['bytes=-5000', 0, 999],
  ['Bytes= 1-2 ', 1, 2],
])('%s requests a range', (header, first, last) => {
  expect(requestedRange(header, SIZE)).toEqual({ first, last });
});

it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])('%s is not satisfiable', (header) => {
  expect(requestedRange(header, SIZE)).toBe('unsatisfiable');
});

it.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-4',
  'bytes=2000-1500',
  'bytes=0-1,4-5',
  'bytes=0x1-2',
  'bytes=1.5-2',
  'bytes=--1',
  'lines=0-1',
  `bytes=${'9'.repeat(400)}-`,
])('%s requests the whole file', (header) => {
  expect(requestedRange(header, SIZE)).toBeNull();
});
