import type { Device, UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import type { Transaction } from '../../../platform/database/database.ts';
import { unclaimedByIds } from './claims/claims.repository.ts';
import { devicesByIds } from './device-rows.repository.ts';
import { someDevices } from './devices.repository.ts';
import { type Asker, visibleDevices } from './reach.ts';
import { someTags } from './tags/tags.repository.ts';

/** Some devices and tags that contain a text, for the search in everything. */
export async function findDevices(
  tx: Transaction,
  scope: Asker,
  search: string,
  atMost: number,
  now: Date,
): Promise<{ devices: Device[]; unclaimed: UnclaimedDevice[]; tags: string[] }> {
  const inSites = visibleDevices(scope).where('device.site_id', 'is not', null);
  const { placed, waiting } = await someDevices(tx, scope, search, atMost);
  const [devices, unclaimed, tags] = await Promise.all([
    devicesByIds(tx, scope, placed, now),
    unclaimedByIds(tx, scope, waiting),
    someTags(tx, scope, inSites, search, atMost),
  ]);
  return { devices, unclaimed, tags };
}
