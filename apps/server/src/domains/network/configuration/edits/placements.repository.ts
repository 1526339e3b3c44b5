import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { SiteValues } from '../../devices/index.ts';
import { OPEN } from '../rollout/rollout-states.ts';
import type { Affected } from './affected.ts';

/** A device in its site and group. */
export const PLACEMENT = sql<string>`md5(concat_ws(' ', device.id, device.site_id, device.group_id))::uuid`;

/** Whether a change has still to reach the device. Literals, so that the index configuration_change_device_open is used. */
export const IS_OPEN = sql<boolean>`exists (
  select from configuration_change_device as open_row
  where open_row.tenant_id = device.tenant_id and open_row.device_id = device.id
    and open_row.state in (${sql.join(OPEN.map((state) => sql.lit(state)))}))`;

export interface Placements {
  /** Hash that changes with any device that a change concerns: with its site, the country and clock of this, its group, and whether it takes part. */
  readonly digest: string;
  /** Of the devices that take part. */
  readonly takingPart: readonly string[];
  /** By the id of the site. */
  readonly sites: Readonly<Record<string, SiteValues>>;
}

/** Where the devices are that a change concerns, in one statement. */
export async function readPlacements(
  tx: Transaction,
  { tenant }: TenantScope,
  {
    wholeSiteIds,
    groupIds,
    deviceIds,
    exceptOpen,
  }: Pick<Affected, 'wholeSiteIds' | 'groupIds' | 'deviceIds' | 'exceptOpen'>,
): Promise<Placements> {
  const row = await tx.first(sql<Placements>`
    select encode(sha256(convert_to(coalesce(string_agg(
        concat_ws(' ', placement, takes_part, country_code, time_zone, ntp_server), ',' order by id), ''), 'UTF8')), 'hex') as digest,
      coalesce(array_agg(placement) filter (where takes_part), '{}') as "takingPart",
      coalesce(jsonb_object_agg(site_id, jsonb_build_object(
        'country_code', country_code, 'time_zone', time_zone, 'ntp_server', ntp_server)), '{}') as sites
    from (
      select device.id, device.site_id, ${PLACEMENT} as placement, site.country_code, site.time_zone, site.ntp_server,
        not site.observe_only and device.managed_by is null and device.configuration_state <> 'unmanaged'
          and device.abilities is not null
          and not (${exceptOpen === true} and ${IS_OPEN}) as takes_part
      from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
      where device.tenant_id = ${tenant} and (device.site_id = any(${wholeSiteIds}::uuid[])
        or device.group_id = any(${groupIds}::uuid[]) or device.id = any(${deviceIds}::uuid[]))
    ) as found`);
  return row ?? { digest: '', takingPart: [], sites: {} };
}
