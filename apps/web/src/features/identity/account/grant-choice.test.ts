import { GUARD_KEYS } from '@airloom/contract/guards';
import { ALL_GRANTS, type Grant } from '@airloom/contract/permissions';
import { describe, expect, it } from 'vitest';
import { grantsOf, offeredGroups, withGrant, withGroup } from './grant-choice.ts';

const HELD: readonly Grant[] = ['org_manage', 'site_manage', 'site_manage:operate', 'operation_log'];
const [organization] = offeredGroups(HELD);
if (!organization) throw new Error('no group offered');
const [org, site] = organization.permissions;
if (!org || !site) throw new Error('no permission offered');

describe('permissions of a key', () => {
  it('are those of the person, by group', () => {
    expect(offeredGroups(HELD).map((group) => [group.key, ...grantsOf(group)])).toEqual([
      ['organization', 'org_manage', 'site_manage', 'site_manage:operate'],
      ['account', 'operation_log'],
    ]);
  });

  it('include every permission that guards something, device classes among them', () => {
    const offered = offeredGroups(ALL_GRANTS).flatMap((group) => group.permissions.map(({ key }) => key));
    expect(offered).toEqual(GUARD_KEYS);
    expect(offered).toContain('ap_device');
  });

  it('are empty for a person without permissions', () => {
    expect(offeredGroups([])).toEqual([]);
  });
});

describe('choosing', () => {
  it('operate selects view as well', () => {
    expect(withGrant([], site, 'operate', true)).toEqual(['site_manage', 'site_manage:operate']);
  });

  it('deselecting operate keeps view', () => {
    expect(withGrant(['site_manage', 'site_manage:operate'], site, 'operate', false)).toEqual([
      'site_manage',
    ]);
  });

  it('deselecting view deselects operate', () => {
    expect(withGrant(['site_manage', 'site_manage:operate'], site, 'view', false)).toEqual([]);
  });

  it('view selects neither operate nor others', () => {
    expect(withGrant(['operation_log'], site, 'view', true)).toEqual(['operation_log', 'site_manage']);
  });

  it('never offers operate where the person may only view', () => {
    expect(withGrant([], org, 'operate', true)).toEqual(['org_manage']);
  });

  it('a group selects and deselects all of it', () => {
    const all = withGroup(['operation_log'], organization, true);
    expect(all).toEqual(['operation_log', 'org_manage', 'site_manage', 'site_manage:operate']);
    expect(withGroup(all, organization, false)).toEqual(['operation_log']);
  });
});
