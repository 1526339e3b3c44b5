import type { VirtualKinds } from '@airloom/contract/devices/virtual.calls';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import type { LoggedDevice } from '../device-change.ts';

export function insertFleet(
  tx: Transaction,
  { tenant, manager }: Pick<Scope, 'tenant' | 'manager'>,
  fleet: { readonly siteId: string; readonly seed: number; readonly kinds: VirtualKinds },
): Promise<number> {
  return tx.run(
    sqlBuilder.insertInto('virtual_fleet').values({
      tenant_id: tenant,
      site_id: fleet.siteId,
      seed: fleet.seed,
      aps: fleet.kinds.ap,
      switches: fleet.kinds.switch,
      gateways: fleet.kinds.gateway,
      created_by: manager,
    }),
  );
}

/** Its devices are simulated already, and its owner is the only person who could change that. */
export async function isDemoAccount(tx: Transaction, { tenant }: TenantScope): Promise<boolean> {
  const account = await tx.first(sqlBuilder.selectFrom('account').select('demo').where('id', '=', tenant));
  return account?.demo === true;
}

export interface FleetOfSite extends VirtualKinds {
  readonly online: number;
}

export function fleetOfSite(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
): Promise<FleetOfSite | undefined> {
  return tx.first(sql<FleetOfSite>`
    select gateways as gateway, switches as switch, aps as ap, (
      select count(*)::int from device
      where device.tenant_id = ${tenant} and device.site_id = ${siteId} and device.virtual
        and ${isConnectedIn('device.status')}) as online
    from virtual_fleet where tenant_id = ${tenant} and site_id = ${siteId}`);
}

/** Deletes the fleet of a site; returns whether there was one. */
export async function deleteFleet(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
): Promise<boolean> {
  const deleted = await tx.run(
    sql`delete from virtual_fleet where tenant_id = ${tenant} and site_id = ${siteId}`,
  );
  return deleted > 0;
}

/** Ends the codes of a site with which virtual devices enrol. */
export async function deleteFleetCodes(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
): Promise<void> {
  await tx.run(sql`delete from claim_code where tenant_id = ${tenant} and site_id = ${siteId} and virtual`);
}

/** Locks the virtual devices of a site, of every kind. */
export function lockVirtualDevices(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
): Promise<LoggedDevice[]> {
  return tx.all(sql<LoggedDevice>`
    select id, name, kind, site_id from device
    where tenant_id = ${tenant} and site_id = ${siteId} and virtual order by id for update`);
}

/** Virtual devices of all accounts. Runs as the system. */
export async function countVirtualDevices(tx: Transaction): Promise<number> {
  const counted = await tx.first(sql<{ devices: number }>`
    select coalesce(sum(aps + switches + gateways), 0)::int as devices from virtual_fleet`);
  return counted?.devices ?? 0;
}

export interface StoredFleet {
  readonly tenant: string;
  readonly siteId: string;
  readonly createdBy: string;
  readonly seed: number;
  readonly aps: number;
  readonly switches: number;
  readonly gateways: number;
  readonly siteName: string;
  readonly timeZone: string;
  readonly countryCode: string;
  /** Devices that have a certificate already. */
  readonly enrolled: number;
}

/** The fleets of all accounts that are open. Runs as the system. */
export function storedFleets(tx: Transaction): Promise<StoredFleet[]> {
  return tx.all(sql<StoredFleet>`
    select fleet.tenant_id as tenant, fleet.site_id as "siteId", fleet.created_by as "createdBy", fleet.seed, fleet.aps,
      fleet.switches, fleet.gateways, site.name as "siteName", site.time_zone as "timeZone",
      site.country_code as "countryCode", (
        select count(*)::int from device
        where device.tenant_id = fleet.tenant_id and device.site_id = fleet.site_id and device.virtual
          and device.first_online_at is not null) as enrolled
    from virtual_fleet fleet
    join site on site.tenant_id = fleet.tenant_id and site.id = fleet.site_id and site.deleted_at is null
    join account on account.id = fleet.tenant_id and account.closed_at is null
    order by fleet.created_at, fleet.site_id`);
}
