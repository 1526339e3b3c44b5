import { ALL_GRANTS, type Grant } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { describe, expect, test } from 'vitest';
import { grantsOf, mayGrant } from './role-grants.ts';

function caller(roleKey: string, grants: readonly Grant[]) {
  return { roleKey, grants: new Set(grants) };
}

const superAdministrator = caller(BUILT_IN_ROLES.superAdministrator.key, ALL_GRANTS);
const flags = { operator: false, agent: false, store: true };
const own = (...grants: string[]) => ({ key: 'ROLE_OWN_1', grants, flags });

describe('grantsOf', () => {
  test('takes the permissions of a built-in role from the contract, whatever the row holds', () => {
    const { key, grants } = BUILT_IN_ROLES.siteObserver;
    expect(new Set(grantsOf({ key, grants: ['role_manage'], flags }))).toEqual(new Set(grants));
  });

  test('adds the view permission that each operate permission implies', () => {
    expect(grantsOf(own('site_manage:operate'))).toEqual(['site_manage', 'site_manage:operate']);
  });

  test('leaves out keys that the contract no longer has', () => {
    expect(grantsOf(own('site_manage', 'gone'))).toEqual(['site_manage']);
  });

  test.each([
    ['operator', 'operator_finance'],
    ['agent', 'agent_mananger'],
    ['store', 'productcenter_ctrl'],
  ] as const)('holds permissions of the flag %s only where the account has it', (flag, key) => {
    const { superAdministrator: role } = BUILT_IN_ROLES;
    const held = (has: boolean) =>
      grantsOf({ key: role.key, grants: null, flags: { ...flags, [flag]: has } }).filter((grant) =>
        grant.startsWith(key),
      );
    expect(held(true)).toEqual([key, `${key}:operate`]);
    expect(held(false)).toEqual([]);
    expect(grantsOf({ ...own(key), flags: { ...flags, [flag]: false } })).toEqual([]);
  });
});

describe('mayGrant', () => {
  test('allows only what the caller holds', () => {
    const person = caller('ROLE_OWN_2', ['site_manage', 'org_manage']);
    expect(mayGrant(person, own('site_manage'))).toBe(true);
    expect(mayGrant(person, own('site_manage:operate'))).toBe(false);
    expect(mayGrant(person, own('site_manage', 'operation_log'))).toBe(false);
  });

  test('allows the whole account only for a super administrator, even for a person with every permission', () => {
    const wholeAccount = { key: BUILT_IN_ROLES.superAdministrator.key, grants: null, flags };
    expect(mayGrant(superAdministrator, wholeAccount)).toBe(true);
    expect(mayGrant(caller('ROLE_OWN_2', ALL_GRANTS), wholeAccount)).toBe(false);
  });

  test('refuses a super administrator whose API key holds less', () => {
    const narrowKey = caller(BUILT_IN_ROLES.superAdministrator.key, ['subaccount_manage:operate']);
    expect(mayGrant(narrowKey, { key: BUILT_IN_ROLES.siteObserver.key, grants: null, flags })).toBe(false);
  });
});
