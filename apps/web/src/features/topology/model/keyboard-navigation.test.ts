import { expect, test } from 'vitest';
import { node } from '../testing/sites.ts';
import { deviceInDirection } from './keyboard-navigation.ts';
import { treeOf } from './tree.ts';

const tree = treeOf([node('gw'), node('sw1', 'gw'), node('sw2', 'gw'), node('ap', 'sw1'), node('loose')]);
const NONE = new Set<string>();

test.each([
  [null, 'ArrowDown', 'gw'],
  ['gw', 'ArrowRight', 'sw1'],
  ['sw1', 'ArrowDown', 'sw2'],
  ['sw2', 'ArrowUp', 'sw1'],
  ['sw1', 'ArrowUp', null],
  ['ap', 'ArrowLeft', 'sw1'],
  ['gw', 'ArrowDown', 'loose'],
  ['ap', 'ArrowRight', null],
])('from %s by %s to %s', (from, key, to) => {
  expect(deviceInDirection(tree, NONE, 'right', from, key)).toBe(to);
});

test('arrow keys follow the layout, and skip folded devices', () => {
  expect(deviceInDirection(tree, NONE, 'down', 'gw', 'ArrowDown')).toBe('sw1');
  expect(deviceInDirection(tree, NONE, 'down', 'sw1', 'ArrowRight')).toBe('sw2');
  expect(deviceInDirection(tree, new Set(['gw']), 'right', 'gw', 'ArrowRight')).toBeNull();
});
