import { allCalls } from '@airloom/contract/all-calls';
import { PERMISSION_OF_KIND } from '@airloom/contract/configuration/edits';
import { KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { expect, test } from 'vitest';
import { permissionTree } from './permission-tree.ts';

const EVERY_FLAG = { operator: true, agent: true, store: true };

function keys(tree: ReturnType<typeof permissionTree>) {
  return tree.flatMap((node) => node.permissions.map((permission) => permission.key));
}

test('offers the permissions of calls, device classes, scripts and settings and nothing else, without empty groups', () => {
  const tree = permissionTree([], new Set(ALL_GRANTS), EVERY_FLAG);
  const asked = new Set<string>(Object.values(allCalls).map((call) => call.access));
  asked.delete('public');
  asked.delete('signedIn');
  const classes = ['all_device', ...Object.values(KIND_PERMISSION)];
  const settings = Object.values(PERMISSION_OF_KIND);
  expect(new Set(keys(tree))).toEqual(new Set([...asked, ...classes, ...settings, 'device_script']));
  expect(tree.every((node) => node.permissions.length > 0)).toBe(true);
});

test('distinguishes what the role holds from what the caller may grant', () => {
  const tree = permissionTree(
    ['site_manage'],
    new Set(['org_manage', 'site_manage', 'site_manage:operate']),
    EVERY_FLAG,
  );
  expect(tree.find((node) => node.group === 'organization')?.permissions).toEqual([
    {
      key: 'org_manage',
      view: false,
      operate: false,
      operable: true,
      grantableView: true,
      grantableOperate: false,
    },
    {
      key: 'site_manage',
      view: true,
      operate: false,
      operable: true,
      grantableView: true,
      grantableOperate: true,
    },
  ]);
});

test('offers no operate permission where nothing can be operated', () => {
  const tree = permissionTree(ALL_GRANTS, new Set(ALL_GRANTS), EVERY_FLAG);
  const log = tree.flatMap((node) => node.permissions).find(({ key }) => key === 'operation_log');
  expect(log).toMatchObject({ view: true, operate: false, operable: false, grantableOperate: false });
});
