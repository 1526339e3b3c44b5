import type { LoggedValue } from '@airloom/contract/accounts/operation-log.model';
import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import { audit, type ChangedObject } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { shareSite } from '../../people/organizations/index.ts';
import { settingsOfGroup } from '../settings/index.ts';
import { changeDevices, loggedDevice } from './device-change.ts';
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
    return { change: loggedGroup({ id, name, site_id: siteUUID }), answer: id };
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
      change: loggedGroup(group, audit.values({ name: group.name }, { name })),
      answer: true,
    };
  });
}

/** Refused while settings apply to the group: they end with a change only, which is reviewed. */
export function deleteGroup(platform: Platform, scope: Scope, groupUUID: string): Promise<void> {
  return changeDevices(platform, scope, async (tx) => {
    const group = await locked(tx, scope, groupUUID);
    const { own, networks } = await settingsOfGroup(tx, scope, groupUUID);
    if (own > 0) throw new Failure('groupHasSettings');
    if (networks.length > 0) throw new Failure('groupHasNetworks', { names: networks.join(', ') });
    await repository.removeGroup(tx, scope, groupUUID, platform.now());
    return { change: loggedGroup(group), answer: undefined };
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
    await placeDevices(tx, scope, ids, { group_id: groupUUID, grouped_at: platform.now() });
    const groups = await groupValues(tx, scope, [groupUUID, ...others.map(({ group_id }) => group_id)]);
    return {
      change: others.map((device) =>
        loggedDevice(device, audit.values({ group: groups(device.group_id) }, { group: groups(groupUUID) })),
      ),
      answer: others.length,
    };
  });
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<repository.LockedGroup> {
  const group = await repository.lockGroup(tx, scope, id);
  if (!group) throw new Failure('notFound');
  return group;
}

function loggedGroup(group: repository.LockedGroup, changes?: ChangedObject['changes']): ChangedObject {
  return audit.object('deviceGroup', group, { sites: [group.site_id] }, changes);
}

/** Makes values of the operation log from ids of groups. */
export async function groupValues(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => LoggedValue> {
  const found = await repository.groupsById(
    tx,
    scope,
    ids.filter((id) => id !== null),
  );
  return (id) => {
    const group = found.find((one) => one.id === id);
    return group === undefined ? null : audit.references('deviceGroup', [group], () => group.site_id);
  };
}
