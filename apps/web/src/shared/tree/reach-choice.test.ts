import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { describe, expect, it } from 'vitest';
import { isPickable, markOf, reachFor, toggled } from './reach-choice.ts';
import { indexTree, type TreeRow, visibleRows } from './tree-rows.ts';

const TREES = [
  {
    enterpriseuuid: 'org-1',
    enterprisename: 'One',
    sites: [
      { siteuuid: 'site-1', sitename: 'First' },
      { siteuuid: 'site-2', sitename: 'Second' },
    ],
  },
  { enterpriseuuid: 'org-2', enterprisename: 'Two', sites: [{ siteuuid: 'site-3', sitename: 'Third' }] },
  {
    enterpriseuuid: MY_SHARES_UUID,
    enterprisename: 'Shares',
    sites: [{ siteuuid: 'site-9', sitename: 'Shared' }],
  },
];
const ROWS = visibleRows(indexTree(TREES), '', new Set());

function row(id: string): TreeRow {
  const found = ROWS.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no row ${id}`);
  return found;
}

function pickable(roleReach: 'account' | 'organizationOrSite' | 'site', chosen: object): string[] {
  const reach = reachFor(roleReach, chosen);
  return ROWS.filter((one) => isPickable(roleReach, reach, one)).map((one) => one.id);
}

describe('choosing what somebody may see', () => {
  it('leaves a role for the whole account no choice', () => {
    expect(pickable('account', {})).toEqual([]);
    expect(ROWS.map((one) => markOf(reachFor('account', {}), one))).toEqual(ROWS.map(() => 'on'));
  });

  it('offers organizations and sites, but never what others shared', () => {
    expect(pickable('organizationOrSite', {})).toEqual(['org-1', 'site-1', 'site-2', 'org-2', 'site-3']);
  });

  it('offers no organization to a role for sites', () => {
    expect(pickable('site', {})).toEqual(['site-1', 'site-2', 'site-3']);
  });

  it('keeps to organizations once one is chosen', () => {
    expect(pickable('organizationOrSite', { enterpriseUUIDs: ['org-1'] })).toEqual(['org-1', 'org-2']);
  });

  it('keeps to sites once one is chosen', () => {
    expect(pickable('organizationOrSite', { siteUUIDs: ['site-1'] })).toEqual(['site-1', 'site-2', 'site-3']);
  });

  it('lets go of either when a change of role left both', () => {
    expect(pickable('organizationOrSite', { enterpriseUUIDs: ['org-2'], siteUUIDs: ['site-1'] })).toEqual([
      'site-1',
      'org-2',
    ]);
  });

  it('sees the sites of a chosen organization with it', () => {
    const reach = reachFor('organizationOrSite', { enterpriseUUIDs: ['org-1'] });
    expect(['org-1', 'site-2', 'org-2', 'site-3'].map((id) => markOf(reach, row(id)))).toEqual([
      'on',
      'on',
      'off',
      'off',
    ]);
  });

  it('marks an organization in part when only some of its sites are chosen', () => {
    const reach = reachFor('site', { siteUUIDs: ['site-2'] });
    expect(['org-1', 'site-1', 'site-2', 'org-2'].map((id) => markOf(reach, row(id)))).toEqual([
      'part',
      'off',
      'on',
      'off',
    ]);
  });

  it('drops organizations for a role that cannot have them', () => {
    expect(reachFor('site', { enterpriseUUIDs: ['org-1'], siteUUIDs: ['site-3'] })).toEqual({
      all: false,
      enterpriseUUIDs: [],
      siteUUIDs: ['site-3'],
    });
  });

  it('adds and takes back', () => {
    const once = toggled(reachFor('site', {}), row('site-1'));
    expect(once.siteUUIDs).toEqual(['site-1']);
    expect(toggled(once, row('site-1')).siteUUIDs).toEqual([]);
  });
});
