import {
  UPGRADE_STATUSES,
  UPGRADE_TRANSITIONS,
  type UpgradeStatus,
} from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { type NewEvent, publishEvents } from '../../../platform/events/outbox.ts';

export interface UpgradeStatusChange {
  readonly tenant: string;
  readonly deviceId: string;
  readonly status: UpgradeStatus;
}

const ALLOWED = UPGRADE_STATUSES.flatMap((from) => UPGRADE_TRANSITIONS[from].map((to) => ({ from, to })));

/**
 * Sets the upgrade status of devices, and returns those that changed: a device that is being upgraded cannot start
 * another one. Rows are locked in one sequence to avoid deadlocks.
 */
export async function setUpgradeStatuses(
  tx: Transaction,
  changes: readonly UpgradeStatusChange[],
): Promise<{ readonly tenant: string; readonly deviceId: string }[]> {
  if (changes.length === 0) return [];
  const changed = await tx.all(sql<{ tenant: string; deviceId: string }>`
    with held as (
      select device.tenant_id, device.id, changes.status
      from device
      join unnest(${changes.map(({ tenant }) => tenant)}::uuid[],
        ${changes.map(({ deviceId }) => deviceId)}::uuid[], ${changes.map(({ status }) => status)}::text[])
        as changes (tenant_id, id, status) on device.tenant_id = changes.tenant_id and device.id = changes.id
      order by device.tenant_id, device.id
      for update of device
    )
    update device set upgrade_status = held.status
    from held
    where device.tenant_id = held.tenant_id and device.id = held.id
      and (device.upgrade_status, held.status) in (
        select * from unnest(${ALLOWED.map(({ from }) => from)}::text[], ${ALLOWED.map(({ to }) => to)}::text[]))
    returning device.tenant_id as tenant, device.id as "deviceId"`);
  const facts = [...Map.groupBy(changed, ({ tenant }) => tenant)].map(
    ([tenant, devices]): NewEvent<'UpgradeStatusesChanged'> => ({
      tenant,
      type: 'UpgradeStatusesChanged',
      payload: { deviceIds: devices.map(({ deviceId }) => deviceId) },
    }),
  );
  await publishEvents(tx, facts);
  return changed;
}
