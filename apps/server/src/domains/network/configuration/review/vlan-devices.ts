import { ALL_GRANTS } from '@airloom/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { may, type Scope, type TenantScope } from '../../../../platform/scope.ts';
import type { Affected } from '../edits/affected.ts';
import type { PreparedEdit } from '../edits/prepared-edit.ts';
import { firstChanged } from './hidden-devices.ts';
import { readDevices } from './review-devices.ts';

/** Changes the way of a device to its gateway. */
const MANAGES_VLANS = 'device_manage:operate';

const EVERY_GRANT = new Set(ALL_GRANTS);

/** The management VLAN that the settings of a device ask for. */
const VLAN_SET = sql`(
  select (value ->> 'managementVlan')::int from setting
  where setting.tenant_id = device.tenant_id and setting.device_id = device.id and setting.kind = 'managementVlan')`;

const CAN_HAVE_VLAN = sql`device.kind = 'ap' and device.managed_by is null and device.configuration_state <> 'unmanaged'`;

/** Access points of these places that wait for another management VLAN. */
async function waitingForVlan(
  tx: Transaction,
  { tenant }: TenantScope,
  { wholeSiteIds, groupIds, deviceIds }: Pick<Affected, 'wholeSiteIds' | 'groupIds' | 'deviceIds'>,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from device
    where tenant_id = ${tenant} and (site_id = any(${wholeSiteIds}::uuid[]) or group_id = any(${groupIds}::uuid[])
        or id = any(${deviceIds}::uuid[]))
      and ${CAN_HAVE_VLAN} and ${VLAN_SET} is distinct from management_vlan`);
  return rows.map(({ id }) => id);
}

/** @throws {Failure} when a change would deliver a management VLAN that the person may not change */
export async function requireVlanPermission(
  tx: Transaction,
  scope: Scope,
  affected: Affected,
  edits: readonly PreparedEdit[],
): Promise<void> {
  if (may(scope, MANAGES_VLANS)) return;
  const deviceIds = await waitingForVlan(tx, scope, affected);
  if (deviceIds.length === 0) return;
  const concerned = { ...affected, wholeSiteIds: [], groupIds: [], deviceIds };
  const everybody = { ...scope, grants: EVERY_GRANT };
  const devices = await readDevices(tx, everybody, concerned, null, deviceIds.length);
  if ((await firstChanged(tx, scope, devices, edits)) !== undefined)
    throw new Failure('permissionDenied', {}, { missing: MANAGES_VLANS });
}

const differs = (vlan: RawBuilder<unknown>) => sql`${CAN_HAVE_VLAN} and ${VLAN_SET} is distinct from ${vlan}`;

/** Whether a change delivers another management VLAN to a device; before its devices are known, whether one waits for it. */
export async function deliversVlan(
  tx: Transaction,
  { tenant }: TenantScope,
  changeId: string,
  siteIds: readonly string[],
): Promise<boolean> {
  const hadBefore = sql`case when row.earlier is null then device.management_vlan
    else (row.earlier -> 'settings' -> 'managementVlan' ->> 'value')::int end`;
  const rows = sql`
    from configuration_change_device as row
    join device on device.tenant_id = row.tenant_id and device.id = row.device_id
    where row.tenant_id = ${tenant} and row.change_id = ${changeId}`;
  const found = await tx.first(sql<{ delivers: boolean }>`
    select case when exists (select ${rows}) then exists (select ${rows} and ${differs(hadBefore)})
      else exists (
        select from device where tenant_id = ${tenant} and site_id = any(${siteIds}::uuid[])
          and ${differs(sql`management_vlan`)}) end as delivers`);
  return found?.delivers === true;
}
