import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import { expect, it } from 'vitest';
import { chooseSite, findCurrent, hasSites } from './current-site.ts';

const north = {
  enterpriseuuid: 'north',
  enterprisename: 'North',
  sites: [
    { siteuuid: 'n1', sitename: 'Harbour' },
    { siteuuid: 'n2', sitename: 'Market' },
  ],
};
const south = {
  enterpriseuuid: 'south',
  enterprisename: 'South',
  sites: [{ siteuuid: 's1', sitename: 'Mill' }],
};
const empty = { enterpriseuuid: 'empty', enterprisename: 'Empty', sites: [] };
const shares = {
  enterpriseuuid: MY_SHARES_UUID,
  enterprisename: '',
  sites: [{ siteuuid: 'x1', sitename: 'Theirs' }],
};
const tree: SiteTree = { trees: [shares, empty, north, south], defaultTree: south };

it.each([
  ['the last selected site', 'ROLE_SITE_OPER', 'n2', 'n2'],
  ['a last selected organization', 'ROLE_SUPER_ADMIN', 'north', 'north'],
  ['for an operator the first site of the default tree', 'ROLE_SITE_OPER', null, 's1'],
  ['for an observer the first site of the default tree', 'ROLE_SITE_OBSERVER', null, 's1'],
  ['for anybody else the first site', 'ROLE_SUPER_ADMIN', null, 'n1'],
  ['the first site when the last one is gone', 'ROLE_ORG_ADMIN', 'gone', 'n1'],
  ['never a shared site', 'ROLE_SUPER_ADMIN', 'x1', 'n1'],
])('opens %s', (_, role, last, expected) => {
  expect(chooseSite(tree, role, last)?.id).toBe(expected);
});

it('opens nothing when there is nothing', () => {
  expect(chooseSite({ trees: [empty], defaultTree: null }, 'ROLE_SITE_OPER', null)).toBeNull();
  expect(hasSites({ trees: [empty], defaultTree: null })).toBe(false);
  expect(hasSites(tree)).toBe(true);
});

it('describes an organization and a site as the specification has it', () => {
  expect(findCurrent(tree, 'north')).toEqual({
    id: 'north',
    type: 1,
    parentId: '',
    name: 'North',
    firstSiteId: 'n1',
    firstSiteName: 'Harbour',
  });
  expect(findCurrent(tree, 's1')).toMatchObject({ id: 's1', type: 2, parentId: 'south', name: 'Mill' });
});
