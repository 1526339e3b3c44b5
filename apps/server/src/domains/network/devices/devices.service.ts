import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { Device, DeviceCounts, DeviceRef, RefusedDevice } from '@airloom/contract/devices/devices.model';
import { deviceFields } from '@airloom/contract/devices/devices.rules';
import { type ConfigurationReason, isConnected } from '@airloom/contract/devices/devices.states';
import { serialOfMac } from '@airloom/contract/devices/serial';
import type { Page } from '@airloom/contract/paging';
import { audit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { invalidInput } from '../../../platform/http/invalid-input.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { placeValues, shareSite } from '../../people/organizations/index.ts';
import { kindsOfDevices } from '../settings/index.ts';
import { boundTo, sortedOut } from './claims/bulk-refusal.ts';
import { revokeOwnCertificates } from './claims/claims.repository.ts';
import { makeConfigurations } from './configuration/configurations.service.ts';
import { changeDevices, loggedDevice } from './device-change.ts';
import { devicesByIds } from './device-rows.repository.ts';
import * as repository from './devices.repository.ts';
import { requireGroupInSite } from './groups.repository.ts';
import { groupValues } from './groups.service.ts';
import {
  type LockedDevice,
  lockDevice,
  lockDevices,
  placeDevices,
  removeDevices,
  updateDevice,
} from './presence/locked-devices.repository.ts';

export function listDevices(
  platform: Platform,
  scope: Scope,
  request: repository.DeviceListRequest,
): Promise<Page<Device>> {
  return platform.database.withTenant(scope, async (tx) => {
    const { total, ids } = await repository.deviceIdsOfPage(tx, scope, request);
    return { total, rows: await devicesByIds(tx, scope, ids, platform.now()) };
  });
}

export function countDevices(
  platform: Platform,
  scope: Scope,
  filters: Pick<repository.DeviceFilters, 'siteUUID' | 'enterpriseUUID'>,
): Promise<DeviceCounts> {
  return platform.database.withTenant(scope, (tx) => repository.countDevices(tx, scope, filters));
}

export async function findDevicesByMac(
  platform: Platform,
  scope: Scope,
  macs: string,
): Promise<(DeviceRef & { readonly mac: string })[]> {
  const serials = macs
    .split(',')
    .slice(0, DEVICE_LIMITS.selectionMax)
    .flatMap((mac) => serialOfMac(mac) ?? []);
  const refs = await platform.database.withTenant(scope, (tx) => repository.deviceRefs(tx, scope, serials));
  return [...refs.values()].map(({ deviceUUID, kind, name, mac }) => ({ deviceUUID, kind, name, mac }));
}

interface Given {
  readonly deviceUUID: string;
  readonly name: string;
  readonly position: string;
  readonly remark: string;
  readonly groupUUID: string | null;
}

/** Returns whether anything changed. */
export function changeDevice(platform: Platform, scope: Scope, given: Given): Promise<boolean> {
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevice(tx, scope, given.deviceUUID);
    const parsed = deviceFields(locked.kind).safeParse(given);
    if (!parsed.success) throw invalidInput(parsed.error.issues);
    const after = { ...parsed.data, group_id: given.groupUUID };
    const before = {
      name: locked.name,
      position: locked.position,
      remark: locked.remark,
      group_id: locked.group_id,
    };
    const changed = (field: keyof typeof after) => before[field] !== after[field];
    if (!(['name', 'position', 'remark', 'group_id'] as const).some(changed)) {
      return { change: null, answer: false };
    }
    if (changed('group_id')) await requireGroupInSite(tx, scope, given.groupUUID, locked.site_id);
    const grouped_at = changed('group_id') ? platform.now() : locked.grouped_at;
    await updateDevice(tx, scope, locked.id, { ...after, grouped_at });
    if (changed('name')) await configure(tx, scope, [locked], 'renamed', platform.now());
    else if (changed('position')) await configure(tx, scope, [locked], 'positionChanged', platform.now());
    const groups = await groupValues(tx, scope, [before.group_id, after.group_id]);
    const changes = audit.values(
      { ...before, group_id: undefined, group: groups(before.group_id) },
      { ...after, group_id: undefined, group: groups(after.group_id) },
    );
    return { change: loggedDevice(locked, changes), answer: true };
  });
}

async function configure(
  tx: Transaction,
  scope: Scope,
  devices: readonly LockedDevice[],
  reason: ConfigurationReason,
  at: Date,
): Promise<void> {
  const ids = devices.filter(({ site_id }) => site_id !== null).map(({ id }) => id);
  await makeConfigurations(tx, scope, ids, { reason, by: scope.manager, at });
}

export function moveDevices(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, siteUUID, groupUUID }: { deviceUUIDs: string[]; siteUUID: string; groupUUID: string | null },
): Promise<{ moved: number; refused: RefusedDevice[] }> {
  return changeDevices(platform, scope, async (tx) => {
    const site = await shareSite(tx, scope, siteUUID);
    if (!site) throw new Failure('notFound');
    await requireGroupInSite(tx, scope, groupUUID, siteUUID);
    const locked = await lockDevices(tx, scope, deviceUUIDs);
    const { good, refused } = sortedOut(locked, (device) =>
      device.virtual ? 'deviceVirtual' : boundTo(device),
    );
    const ids = good.map(({ id }) => id);
    const places = await placeValues(tx, scope.tenant, {
      sites: [siteUUID, ...good.map(({ site_id }) => site_id)],
    });
    const groups = await groupValues(tx, scope, [groupUUID, ...good.map(({ group_id }) => group_id)]);
    await placeDevices(tx, scope, ids, { site_id: siteUUID, group_id: groupUUID, placed_at: platform.now() });
    await configure(tx, scope, good.map(inSite), 'moved', platform.now());
    await publishEvent(tx, scope.tenant, 'DevicesMoved', { deviceIds: ids });
    return {
      change: good.map((device) =>
        loggedDevice(
          device,
          audit.values(
            { site: places.sites([device.site_id]), group: groups(device.group_id) },
            { site: places.sites([siteUUID]), group: groups(groupUUID) },
          ),
          siteUUID,
        ),
      ),
      answer: { moved: good.length, refused },
    };
  });

  function inSite(device: LockedDevice): LockedDevice {
    return { ...device, site_id: siteUUID };
  }
}

export function deleteDevices(
  platform: Platform,
  scope: Scope,
  deviceUUIDs: readonly string[],
): Promise<{ deleted: number; refused: RefusedDevice[] }> {
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevices(tx, scope, deviceUUIDs);
    const { good, refused } = sortedOut(locked, ({ status, virtual }) =>
      virtual ? 'deviceVirtual' : isConnected(status) ? 'deviceOnline' : null,
    );
    const ids = good.map(({ id }) => id);
    const settings = await kindsOfDevices(tx, scope, ids);
    await revokeOwnCertificates(tx, scope, ids, platform.now());
    await removeDevices(tx, scope, ids);
    await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds: ids });
    return {
      change: good.map((device) =>
        loggedDevice(device, audit.values({ deletedSettings: settings.get(device.id) ?? null }, null)),
      ),
      answer: { deleted: good.length, refused },
    };
  });
}
