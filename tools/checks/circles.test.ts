import { expect, test } from 'vitest';
import { findCircles } from './circles.ts';

function circlesOf(graph: Record<string, string[]>): string[][] {
  return findCircles(new Map(Object.entries(graph)));
}

test('a graph that only branches and joins has none', () => {
  expect(circlesOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
});

test('a node that needs itself', () => {
  expect(circlesOf({ a: ['a'] })).toEqual([['a', 'a']]);
});

test('reports a cycle behind an entry once', () => {
  expect(circlesOf({ start: ['a'], a: ['b'], b: ['c'], c: ['a'] })).toEqual([['a', 'b', 'c', 'a']]);
});

test('two circles that share a node', () => {
  expect(circlesOf({ a: ['b', 'c'], b: ['a'], c: ['a'] })).toEqual([
    ['a', 'b', 'a'],
    ['a', 'c', 'a'],
  ]);
});

test('a very long chain', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`n${index}`, [`n${index + 1}`]]),
  );
  expect(circlesOf(chain)).toEqual([]);
  expect(circlesOf({ ...chain, n3000: ['n0'] })[0]).toHaveLength(3_002);
});
