import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { shareSite } from '../../people/organizations/index.ts';
import { changeDevices, deviceTarget } from './device-change.ts';
import * as repository from './groups.repository.ts';
import { lockDevices, placeDevices } from './presence/locked-devices.repository.ts';

export function listGroups(
  platform: Platform,
  scope: Scope,
  request: PageRequest & {
    readonly siteUUID?: string | undefined;
    readonly enterpriseUUID?: string | undefined;
  },
): Promise<Page<DeviceGroup>> {
  return platform.database.withTenant(scope, (tx) => repository.listGroups(tx, scope, request));
}

export function createGroup(
  platform: Platform,
  scope: Scope,
  { siteUUID, name }: { readonly siteUUID: string; readonly name: string },
): Promise<string> {
  return changeDevices(platform, scope, async (tx) => {
    const site = await shareSite(tx, scope, siteUUID);
    if (!site) throw new Failure('notFound');
    await platform.quotas.require(tx, scope, 'deviceGroups', { part: [siteUUID] });
    const id = newId();
    await repository.insertGroup(tx, scope, { id, siteId: siteUUID, name });
    return { change: { target: groupTarget({ name }), after: { name, siteName: site.name } }, answer: id };
  });
}

/** Returns whether anything changed. */
export function renameGroup(
  platform: Platform,
  scope: Scope,
  { groupUUID, name }: { readonly groupUUID: string; readonly name: string },
): Promise<boolean> {
  return changeDevices(platform, scope, async (tx) => {
    const group = await locked(tx, scope, groupUUID);
    if (group.name === name) return { change: null, answer: false };
    await repository.renameGroup(tx, scope, groupUUID, name);
    return {
      change: { target: groupTarget(group), before: { name: group.name }, after: { name } },
      answer: true,
    };
  });
}

export function deleteGroup(platform: Platform, scope: Scope, groupUUID: string): Promise<void> {
  return changeDevices(platform, scope, async (tx) => {
    const group = await locked(tx, scope, groupUUID);
    await repository.removeGroup(tx, scope, groupUUID);
    return { change: { target: groupTarget(group), before: { name: group.name } }, answer: undefined };
  });
}

/** Returns how many devices changed. */
export function setDevicesGroup(
  platform: Platform,
  scope: Scope,
  { groupUUID, deviceUUIDs }: { readonly groupUUID: string | null; readonly deviceUUIDs: readonly string[] },
): Promise<number> {
  return changeDevices(platform, scope, async (tx) => {
    const group = groupUUID === null ? null : await locked(tx, scope, groupUUID);
    const devices = await lockDevices(tx, scope, deviceUUIDs);
    if (group !== null && devices.some(({ site_id }) => site_id !== group.site_id)) {
      throw new Failure('groupElsewhere');
    }
    const others = devices.filter(({ group_id }) => group_id !== groupUUID);
    if (others.length === 0) return { change: null, answer: 0 };
    const ids = others.map(({ id }) => id);
    await placeDevices(tx, scope, ids, { group_id: groupUUID });
    return {
      change: {
        target: deviceTarget(others),
        before: { groupUUIDs: [...new Set(others.map(({ group_id }) => group_id))] },
        after: { groupUUID, groupName: group?.name ?? '' },
      },
      answer: others.length,
    };
  });
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<repository.LockedGroup> {
  const group = await repository.lockGroup(tx, scope, id);
  if (!group) throw new Failure('notFound');
  return group;
}

function groupTarget({ name }: { readonly name: string }): string {
  return `device group ${name}`;
}
