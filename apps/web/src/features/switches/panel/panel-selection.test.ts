import { expect, it } from 'vitest';
import { type Modifiers, type PanelSelection, pressed } from './panel-selection.ts';

const ORDER = ['e1', 'e2', 'e3', 'e4', 'e5'];
const NONE: PanelSelection = { names: [], anchor: null };
const PLAIN: Modifiers = { range: false, toggle: false };
const after = (...presses: readonly (readonly [string, Partial<Modifiers>?])[]) =>
  presses.reduce((now, [name, keys]) => pressed(now, ORDER, name, { ...PLAIN, ...keys }), NONE).names;

it('selects one port, and nothing after a second press', () => {
  expect(after(['e2'])).toEqual(['e2']);
  expect(after(['e2'], ['e4'])).toEqual(['e4']);
  expect(after(['e2'], ['e2'])).toEqual([]);
});

it('adds and removes single ports, in the order of the panel', () => {
  expect(after(['e4'], ['e1', { toggle: true }])).toEqual(['e1', 'e4']);
  expect(after(['e4'], ['e1', { toggle: true }], ['e4', { toggle: true }])).toEqual(['e1']);
});

it('selects the range from the last plain press in both directions', () => {
  expect(after(['e2'], ['e4', { range: true }])).toEqual(['e2', 'e3', 'e4']);
  expect(after(['e4'], ['e2', { range: true }])).toEqual(['e2', 'e3', 'e4']);
  expect(after(['e2'], ['e4', { range: true }], ['e1', { range: true }])).toEqual(['e1', 'e2']);
  expect(after(['e3', { range: true }])).toEqual(['e3']);
});
