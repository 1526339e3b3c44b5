import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

interface TimeSlot {
  readonly start: string;
  readonly end: string;
}

export interface SiteWithOffTimes {
  readonly tenant: string;
  readonly siteId: string;
  readonly timeZone: string;
  /** The slots of each of its networks. */
  readonly offTimes: readonly (readonly TimeSlot[])[];
}

/** As in the index device_off_times. */
const HAS_OFF_TIMES = sql`jsonb_path_exists(device.released_settings, '$.networks[*].value.offTimes[*]')`;

/** Sites of any accounts that have managed devices with such networks. */
export function sitesWithOffTimes(tx: Transaction): Promise<SiteWithOffTimes[]> {
  return tx.all(sql<SiteWithOffTimes>`
    select slots.tenant_id as tenant, slots.site_id as "siteId", site.time_zone as "timeZone",
      jsonb_agg(slots.off_times) as "offTimes"
    from (
      select distinct device.tenant_id, device.site_id, network -> 'value' -> 'offTimes' as off_times
      from device, jsonb_array_elements(device.released_settings -> 'networks') as network
      where ${HAS_OFF_TIMES} and device.site_id is not null and device.managed_by is null
        and device.configuration_state <> 'unmanaged'
    ) as slots
    join site on site.tenant_id = slots.tenant_id and site.id = slots.site_id and not site.observe_only
    group by slots.tenant_id, slots.site_id, site.time_zone`);
}

export async function devicesWithOffTimes(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  after: string,
  atMost: number,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select device.id from device
    where device.tenant_id = ${tenant} and device.site_id = ${siteId} and ${HAS_OFF_TIMES} and device.id > ${after}
    order by device.id limit ${atMost}`);
  return rows.map(({ id }) => id);
}
