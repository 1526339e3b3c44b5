import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { CommandName } from '@airloom/contract/commands/commands.model';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import { sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';

/** Alarms are suppressed for this long after a disruptive command. */
export const AFTER_COMMAND_MS = 10 * 60_000;
/** Commands older than this cannot be pending or in flight. */
const COMMAND_WINDOW_MS = COMMAND_LIMITS.queuedMaxMs + FIRMWARE_LIMITS.attemptMaxMs + AFTER_COMMAND_MS;

export const DISRUPTIVE_COMMANDS: readonly CommandName[] = ['reboot', 'factoryReset', 'upgrade'];

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

/**
 * Devices whose alarms are suppressed: their site is in maintenance, they are being upgraded, or they had a command
 * to restart, reset or upgrade; the same for their controller.
 */
export async function suppressedDevices(
  tx: Transaction,
  keys: readonly DeviceKey[],
  now: Date,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const endedSince = new Date(now.getTime() - AFTER_COMMAND_MS);
  const createdSince = new Date(now.getTime() - COMMAND_WINDOW_MS);
  // Without the offsets a plan made while there were no commands would later read the commands of all accounts.
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
          and command.created_at >= ${createdSince} and command.command = any(${arrayLiteral(DISRUPTIVE_COMMANDS)}::text[])
          and command.sent_at is not null and coalesce(command.ended_at, ${now}) >= ${endedSince}
        offset 0)`);
  return new Set(rows.map(({ id }) => id));
}
