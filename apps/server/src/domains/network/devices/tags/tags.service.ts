import { TAG_LIMITS } from '@airloom/contract/devices/annotations.limits';
import type { DeviceTag } from '@airloom/contract/devices/tags.calls';
import { tagKey } from '@airloom/contract/devices/tags.rules';
import { audit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { changeDevices, loggedDevice, namesOf } from '../device-change.ts';
import { type DeviceFilters, filteredDevices } from '../devices.repository.ts';
import { lockDevices } from '../presence/locked-devices.repository.ts';
import * as repository from './tags.repository.ts';

/** Tags of visible devices: one that is used elsewhere only is not offered. */
export function listTags(
  platform: Platform,
  scope: Scope,
  filters: Pick<DeviceFilters, 'siteUUID' | 'enterpriseUUID'>,
): Promise<DeviceTag[]> {
  return platform.database.withTenant(scope, (tx) =>
    repository.tagsOfDevices(tx, filteredDevices(scope, { ...filters, search: '' })),
  );
}

interface TagChange {
  readonly deviceUUIDs: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Returns how many devices changed. */
export function changeTags(platform: Platform, scope: Scope, change: TagChange): Promise<number> {
  return changeDevices(platform, scope, async (tx) => {
    const devices = await lockDevices(tx, scope, change.deviceUUIDs);
    // One change at a time: an unused tag is not deleted while another change adds it.
    await inTurn(tx, scope, 'tags');
    const [before, known] = await Promise.all([
      repository.tagsByDevice(tx, scope, change.deviceUUIDs),
      repository.tagsByKeys(tx, scope, [...change.add, ...change.remove].map(tagKey)),
    ]);
    const removed = new Set(change.remove.map(tagKey));
    const keysToAdd = change.add.map(tagKey);
    const after = devices.map((device) => {
      const had = before.get(device.id) ?? [];
      const keys = new Set([...had.map(({ key }) => key).filter((key) => !removed.has(key)), ...keysToAdd]);
      return { device, had, keys };
    });
    const full = after.filter(({ keys, had }) => keys.size > Math.max(TAG_LIMITS.perDeviceMax, had.length));
    if (full.length > 0) {
      const names = namesOf(full.map(({ device }) => device));
      throw new Failure('tooManyTags', { names, maximum: TAG_LIMITS.perDeviceMax });
    }
    const changed = after.filter(
      ({ had, keys }) => had.length !== keys.size || had.some(({ key }) => !keys.has(key)),
    );
    if (changed.length === 0) return { change: null, answer: 0 };
    const tags = [...known, ...(await createMissing(platform, tx, scope, change.add, known))];
    const ids = changed.map(({ device }) => device.id);
    const idsOf = (keys: ReadonlySet<string>) => tags.filter(({ key }) => keys.has(key)).map(({ id }) => id);
    await repository.removeTags(tx, scope, ids, idsOf(removed));
    await repository.addTags(tx, scope, ids, idsOf(new Set(keysToAdd)));
    if (removed.size > 0) await repository.deleteUnusedTags(tx, scope);
    const nameOf = new Map(
      [...before.values()]
        .flat()
        .concat(tags)
        .map(({ key, name }) => [key, name]),
    );
    return {
      change: changed.map(({ device, had, keys }) =>
        loggedDevice(
          device,
          audit.values(
            { tags: had.map(({ name }) => name) },
            { tags: [...keys].toSorted().map((key) => nameOf.get(key) ?? key) },
          ),
        ),
      ),
      answer: changed.length,
    };
  });
}

/** Tags of deleted devices make room first. */
async function createMissing(
  platform: Pick<Platform, 'quotas'>,
  tx: Transaction,
  scope: Scope,
  names: readonly string[],
  known: readonly repository.Tag[],
): Promise<repository.Tag[]> {
  const missing = names.filter((name) => !known.some(({ key }) => key === tagKey(name)));
  if (missing.length === 0) return [];
  const left = await platform.quotas.room(tx, scope, 'deviceTags');
  if (left < missing.length) {
    await repository.deleteUnusedTags(
      tx,
      scope,
      known.map(({ id }) => id),
    );
    await platform.quotas.require(tx, scope, 'deviceTags', { adding: missing.length });
  }
  return repository.insertTags(tx, scope, missing);
}
