import { allCalls } from '@airloom/contract/all-calls';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { expect, test } from 'vitest';
import { permissionTree } from './permission-tree.ts';

function keys(tree: ReturnType<typeof permissionTree>) {
  return tree.flatMap((node) => node.permissions.map((permission) => permission.key));
}

test('offers what some call asks for and nothing else, in no empty group', () => {
  const tree = permissionTree([], new Set(ALL_GRANTS));
  const asked = new Set(Object.values(allCalls).map((call) => call.access));
  asked.delete('public');
  asked.delete('signedIn');
  expect(new Set(keys(tree))).toEqual(asked);
  expect(tree.every((node) => node.permissions.length > 0)).toBe(true);
});

test('tells what the role holds apart from what the asker may hand on', () => {
  const tree = permissionTree(['site_manage'], new Set(['org_manage', 'site_manage', 'site_manage:operate']));
  expect(tree.find((node) => node.group === 'organization')?.permissions).toEqual([
    { key: 'org_manage', view: false, operate: false, grantableView: true, grantableOperate: false },
    { key: 'site_manage', view: true, operate: false, grantableView: true, grantableOperate: true },
  ]);
});
