import { describe, expect, it } from 'vitest';
import { groupMark, type Permission, withPermissions } from './permission-choice.ts';

function permission(key: string, grantableView = true, grantableOperate = true): Permission {
  return { key, view: false, operate: false, operable: true, grantableView, grantableOperate };
}

const organizations = permission('org_manage');
const sites = permission('site_manage');
const roles = permission('role_manage', false, false);
const log = permission('operation_log', true, false);

describe('choosing the permissions of a role', () => {
  it('adds view to operate', () => {
    expect(withPermissions([], [organizations], 'operate', true)).toEqual([
      'org_manage',
      'org_manage:operate',
    ]);
  });

  it('removes operate with view', () => {
    expect(withPermissions(['org_manage', 'org_manage:operate'], [organizations], 'view', false)).toEqual([]);
  });

  it('keeps view without operate', () => {
    expect(withPermissions(['org_manage', 'org_manage:operate'], [organizations], 'operate', false)).toEqual([
      'org_manage',
    ]);
  });

  it('adds and removes a view that is included in another permission', () => {
    const networks = permission('network');
    const configuration = permission('network_config');
    expect(withPermissions([], [networks], 'view', true)).toEqual(['network_config', 'network']);
    expect(withPermissions(['network_config', 'network'], [networks], 'view', false)).toEqual([
      'network_config',
    ]);
    const all = ['network_config', 'network', 'network:operate'] as const;
    expect(withPermissions(all, [configuration], 'view', false)).toEqual([]);
  });

  it('selects a whole group, but only what can be granted', () => {
    const group = [organizations, sites, roles, log];
    expect(withPermissions([], group, 'view', true)).toEqual(['org_manage', 'site_manage', 'operation_log']);
    expect(withPermissions([], group, 'operate', true)).toEqual([
      'org_manage',
      'org_manage:operate',
      'site_manage',
      'site_manage:operate',
    ]);
  });

  it('keeps permissions of the role that cannot be granted here', () => {
    expect(withPermissions(['role_manage'], [organizations], 'view', true)).toEqual([
      'org_manage',
      'role_manage',
    ]);
    expect(withPermissions(['role_manage'], [roles], 'view', false)).toEqual(['role_manage']);
  });

  it('marks a group by what can be granted', () => {
    const group = [organizations, sites, roles];
    expect(groupMark([], group, 'view')).toEqual({ offered: true, all: false, some: false });
    expect(groupMark(['org_manage'], group, 'view')).toEqual({ offered: true, all: false, some: true });
    expect(groupMark(['org_manage', 'site_manage'], group, 'view')).toEqual({
      offered: true,
      all: true,
      some: true,
    });
    expect(groupMark(['role_manage'], [roles], 'view')).toEqual({ offered: false, all: false, some: false });
  });
});
