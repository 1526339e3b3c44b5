import { expect, it } from 'vitest';
import { EVERYTHING } from './scope-address.ts';
import { scopeChoices } from './scope-choices.ts';
import { HARBOUR, NORTHWIND, TREE } from './testing/site-tree.ts';

it('offers everything, organizations and their sites, without shared ones', () => {
  expect(scopeChoices(TREE, 'Everything')).toEqual([
    { value: EVERYTHING, label: 'Everything' },
    { value: NORTHWIND, label: 'Northwind' },
    { value: HARBOUR, label: 'Harbour', within: 'Northwind' },
  ]);
});
