import type { DeviceState } from '@airloom/contract/configuration/configuration.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/database/database.ts';
import type { ChangeEditRow } from '../../changes/changes.repository.ts';
import type { ChangeKey, LockedChange } from '../changes.repository.ts';
import { DELIVERING, NOT_STARTED } from '../rollout-states.ts';

export type StoredEdit = Pick<
  ChangeEditRow,
  'settingId' | 'kind' | 'level' | 'placeId' | 'networkId' | 'before'
>;

/** What other changes wrote for these sites after the review of a change, in the order in which they did. */
export function editsSinceReview(
  tx: Transaction,
  { tenant, id, reviewed }: LockedChange,
  siteIds: readonly string[],
): Promise<(StoredEdit & { readonly changeId: string })[]> {
  return tx.all(sql<StoredEdit & { readonly changeId: string }>`
    select other.id as "changeId", edit.setting_id as "settingId", edit.kind, edit.level, edit.place_id as "placeId",
      edit.network_id as "networkId", edit.before
    from configuration_change other
    join configuration_change_edit edit on edit.tenant_id = other.tenant_id and edit.change_id = other.id
    where other.tenant_id = ${tenant} and other.written > ${reviewed} and other.id <> ${id}
      and other.site_ids && ${siteIds}::uuid[]
    order by other.written, edit.place`);
}

const TAKING_PART = [...NOT_STARTED, ...DELIVERING, 'verified'] as const satisfies readonly DeviceState[];

/** Whether a change reaches or has reached a device, or was left to another one before. */
export async function takenPartIn(
  tx: Transaction,
  { tenant }: ChangeKey,
  deviceIds: readonly string[],
  changeIds: readonly string[],
): Promise<(deviceId: string, changeId: string) => boolean> {
  const rows = await tx.all(sql<{ deviceId: string; changeId: string }>`
    select device_id as "deviceId", change_id as "changeId" from configuration_change_device
    where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and change_id = any(${changeIds}::uuid[])
      and (state in (${sql.join(TAKING_PART)}) or state = 'superseded' and version is null)`);
  const found = new Set(rows.map(({ deviceId, changeId }) => `${deviceId} ${changeId}`));
  return (deviceId, changeId) => found.has(`${deviceId} ${changeId}`);
}
