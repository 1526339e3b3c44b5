import { expect, test } from 'vitest';
import { campus, node } from '../testing/sites.ts';
import { branchOf, closedAtFirst, openedFor, openRows, pathToRoot, treeOf } from './tree.ts';

const NONE = new Set<string>();
const small = treeOf([node('gw'), node('sw', 'gw'), node('ap1', 'sw'), node('ap2', 'sw'), node('loose')]);

function rowsShown(closed: ReadonlySet<string>): string[] {
  return openRows(small, closed).map(({ id, level }) => `${level} ${id}`);
}

test('lists rows below their parent, without those of a closed branch', () => {
  expect(rowsShown(NONE)).toEqual(['1 gw', '2 sw', '3 ap1', '3 ap2', '1 loose']);
  expect(rowsShown(new Set(['sw']))).toEqual(['1 gw', '2 sw', '1 loose']);
});

test('counts all devices downstream', () => {
  expect(Object.fromEntries(small.below)).toEqual({ gw: 3, sw: 2, ap1: 0, ap2: 0, loose: 0 });
});

test('a device with a hidden parent is a root', () => {
  expect(treeOf([node('ap', 'elsewhere')]).roots).toEqual(['ap']);
});

test('the path leads to the root', () => {
  expect(pathToRoot(small, 'ap2')).toEqual(['ap2', 'sw', 'gw']);
  expect(pathToRoot(small, 'loose')).toEqual(['loose']);
});

test('opens only the ancestors to show a device', () => {
  const closed = new Set(['gw', 'sw', 'loose']);
  expect([...openedFor(small, closed, 'ap1')]).toEqual(['loose']);
  expect([...openedFor(small, closed, 'sw')]).toEqual(['sw', 'loose']);
});

test('a branch is a device with its visible descendants', () => {
  expect(branchOf(small, NONE, 'gw')).toEqual(['gw', 'sw', 'ap1', 'ap2']);
  expect(branchOf(small, new Set(['sw']), 'gw')).toEqual(['gw', 'sw']);
});

test.each([
  ['few stay open', 10, 5, 0, 61],
  ['of many the farthest are folded away', 40, 48, 40, 41],
])('%s', (_, switches, each, closed, shown) => {
  const tree = treeOf(campus(switches, each));
  const folded = closedAtFirst(tree);
  expect(folded.size).toBe(closed);
  expect(openRows(tree, folded)).toHaveLength(shown);
});
