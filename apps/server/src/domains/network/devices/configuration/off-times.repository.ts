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
  /** Null when its networks were never switched. */
  readonly doneUntil: Date | null;
  /** Slots of the networks of each of its devices. */
  readonly offTimes: readonly (readonly TimeSlot[])[];
}

/** Sites of any accounts that have managed devices with such networks. */
export const SITES_WITH_OFF_TIMES = sql<SiteWithOffTimes>`
  select slots.tenant_id as tenant, slots.site_id as "siteId", site.time_zone as "timeZone",
    site_off_times.done_until as "doneUntil", jsonb_agg(slots.off_times) as "offTimes"
  from (
    select distinct tenant_id, site_id, off_times from device
    where off_times is not null and site_id is not null and managed_by is null
      and configuration_state <> 'unmanaged'
  ) as slots
  join site on site.tenant_id = slots.tenant_id and site.id = slots.site_id and not site.observe_only
  left join site_off_times
    on site_off_times.tenant_id = slots.tenant_id and site_off_times.site_id = slots.site_id
  group by slots.tenant_id, slots.site_id, site.time_zone, site_off_times.done_until`;

export function sitesWithOffTimes(tx: Transaction): Promise<SiteWithOffTimes[]> {
  return tx.all(SITES_WITH_OFF_TIMES);
}

export async function setDoneUntil(
  tx: Transaction,
  sites: readonly Pick<SiteWithOffTimes, 'tenant' | 'siteId'>[],
  until: Date,
): Promise<void> {
  if (sites.length === 0) return;
  await tx.run(sql`
    insert into site_off_times as known (tenant_id, site_id, done_until)
    select site.tenant_id, site.id, ${until}::timestamptz
    from unnest(
      ${sites.map(({ tenant }) => tenant)}::uuid[], ${sites.map(({ siteId }) => siteId)}::uuid[]) as done (tenant_id, id)
    join site on site.tenant_id = done.tenant_id and site.id = done.id
    order by site.tenant_id, site.id
    on conflict (tenant_id, site_id) do update set done_until = excluded.done_until`);
}

export async function devicesWithOffTimes(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  after: string,
  atMost: number,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from device
    where tenant_id = ${tenant} and site_id = ${siteId} and off_times is not null and id > ${after}
    order by id limit ${atMost}`);
  return rows.map(({ id }) => id);
}
