import type { CommandName } from '@airloom/contract/commands/commands.model';
import { LIMITS } from '@airloom/contract/limits';
import { sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';

/** After an order that takes a device away it may be unwell for so long. */
export const AFTER_ORDER_MS = 10 * 60_000;
/** An order waits for its device no longer than that, and then needs its own time. */
const ORDERED_WITHIN_MS = LIMITS.command.queuedMaxMs + LIMITS.firmware.attemptMaxMs + AFTER_ORDER_MS;

export const UPSETTING: readonly CommandName[] = ['reboot', 'factoryReset', 'upgrade'];

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

/**
 * Which of these devices must not raise anything now: their site is in maintenance, they are being upgraded, or
 * they were told to restart, reset or upgrade, all of it also of the device they stand under.
 */
export async function quietDevices(
  tx: Transaction,
  keys: readonly DeviceKey[],
  now: Date,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const endedSince = new Date(now.getTime() - AFTER_ORDER_MS);
  const orderedSince = new Date(now.getTime() - ORDERED_WITHIN_MS);
  // Without the offsets a plan made while there were no orders yet would go on to read the orders of everybody.
  const rows = await tx.all(sql<{ id: string }>`
    select distinct own.id
    from unnest(${arrayLiteral(keys.map(({ tenant }) => tenant))}::uuid[],
                ${arrayLiteral(keys.map(({ deviceId }) => deviceId))}::uuid[]) as given (tenant, device)
    join device own on own.tenant_id = given.tenant and own.id = given.device
    join device near on near.tenant_id = own.tenant_id and near.id in (own.id, own.managed_by)
    where near.upgrade_status = 'upgrading'
      or exists (
        select from maintenance_site at_site
        join maintenance on maintenance.tenant_id = at_site.tenant_id and maintenance.id = at_site.maintenance_id
        where at_site.tenant_id = near.tenant_id and at_site.site_id = near.site_id
          and maintenance.starts_at <= ${now} and maintenance.ends_at > ${now}
        offset 0)
      or exists (
        select from command
        where command.tenant_id = near.tenant_id and command.device_id = near.id
          and command.created_at >= ${orderedSince} and command.command = any(${arrayLiteral(UPSETTING)}::text[])
          and command.sent_at is not null and coalesce(command.ended_at, ${now}) >= ${endedSince}
        offset 0)`);
  return new Set(rows.map(({ id }) => id));
}
