import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import { expect, it } from 'vitest';
import { chooseSite, findCurrent, hasChoice, hasSites } from './current-site.ts';

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

const single: SiteTree = { trees: [shares, south], defaultTree: south };

it.each([
  ['the last selected site', tree, 'n2', 'n2'],
  ['a last selected organization', tree, 'north', 'north'],
  ['everything before the first selection', tree, null, undefined],
  ['everything when the last selected one is gone', tree, 'gone', undefined],
  ['never a shared site', tree, 'x1', undefined],
  ['the only site', single, null, 's1'],
  ['the only site when another one was selected last', single, 'n1', 's1'],
])('opens %s', (_, given, last, expected) => {
  expect(chooseSite(given, last)?.id).toBe(expected);
});

it('offers a choice between several organizations or sites', () => {
  expect(hasChoice(tree)).toBe(true);
  expect(hasChoice(single)).toBe(false);
  expect(hasChoice({ trees: [south, empty], defaultTree: south })).toBe(true);
  expect(hasChoice({ trees: [north], defaultTree: north })).toBe(true);
});

it('opens nothing when there is nothing', () => {
  expect(chooseSite({ trees: [empty], defaultTree: null }, null)).toBeNull();
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
