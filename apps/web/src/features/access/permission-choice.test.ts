import { describe, expect, it } from 'vitest';
import { groupMark, type Permission, withPermissions } from './permission-choice.ts';

function permission(key: string, grantableView = true, grantableOperate = true): Permission {
  return { key, view: false, operate: false, operable: true, grantableView, grantableOperate };
}

const organizations = permission('org_manage');
const sites = permission('site_manage');
const roles = permission('role_manage', false, false);
const log = permission('operation_log', true, false);

describe('choosing the rights of a role', () => {
  it('views what it operates', () => {
    expect(withPermissions([], [organizations], 'operate', true)).toEqual([
      'org_manage',
      'org_manage:operate',
    ]);
  });

  it('does not operate what it cannot view', () => {
    expect(withPermissions(['org_manage', 'org_manage:operate'], [organizations], 'view', false)).toEqual([]);
  });

  it('still views what it no longer operates', () => {
    expect(withPermissions(['org_manage', 'org_manage:operate'], [organizations], 'operate', false)).toEqual([
      'org_manage',
    ]);
  });

  it('takes a whole group, but only what can be handed on', () => {
    const group = [organizations, sites, roles, log];
    expect(withPermissions([], group, 'view', true)).toEqual(['org_manage', 'site_manage', 'operation_log']);
    expect(withPermissions([], group, 'operate', true)).toEqual([
      'org_manage',
      'org_manage:operate',
      'site_manage',
      'site_manage:operate',
    ]);
  });

  it('keeps rights it holds already, even those nobody here could hand on', () => {
    expect(withPermissions(['role_manage'], [organizations], 'view', true)).toEqual([
      'org_manage',
      'role_manage',
    ]);
    expect(withPermissions(['role_manage'], [roles], 'view', false)).toEqual(['role_manage']);
  });

  it('marks a group by what can be handed on', () => {
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
