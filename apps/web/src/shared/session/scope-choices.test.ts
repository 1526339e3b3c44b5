import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { expect, it } from 'vitest';
import { EVERYTHING } from './scope-address.ts';
import { scopeChoices } from './scope-choices.ts';

const NORTHWIND = '00000000-0000-7000-8000-00000000000a';
const HARBOUR = '00000000-0000-7000-8000-00000000000b';
const TREE = {
  trees: [
    {
      enterpriseuuid: NORTHWIND,
      enterprisename: 'Northwind',
      sites: [{ siteuuid: HARBOUR, sitename: 'Harbour' }],
    },
    { enterpriseuuid: MY_SHARES_UUID, enterprisename: '', sites: [] },
  ],
  defaultTree: null,
};

it('offers everything, organizations and their sites, without shared ones', () => {
  expect(scopeChoices(TREE, 'Everything')).toEqual([
    { value: EVERYTHING, label: 'Everything' },
    { value: NORTHWIND, label: 'Northwind' },
    { value: HARBOUR, label: 'Harbour', within: 'Northwind' },
  ]);
});
