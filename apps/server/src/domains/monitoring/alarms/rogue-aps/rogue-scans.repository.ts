import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { plannedAnew } from '../../../../platform/database/replan.ts';
import { CONCERNS, type DeviceKey, type SiteKey } from '../evaluation/sweep.repository.ts';

/** Sites with a rule about rogue access points. */
export async function sitesWithRogueRules(
  tx: Transaction,
): Promise<(SiteKey & { readonly timeZone: string })[]> {
  await plannedAnew(tx);
  return tx.all(sql<SiteKey & { timeZone: string }>`
    select distinct device.tenant_id as tenant, device.site_id as "siteId", site.time_zone as "timeZone"
    from alarm_rule rule
    join device on device.tenant_id = rule.tenant_id and device.kind in ('ap', 'smart') and device.site_id is not null
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    where rule.enabled and rule.type = 'rogueAp' and ${CONCERNS}`);
}

/** Some devices of each of these sites without a scan since then, longest ago first. */
export async function dueForScan(
  tx: Transaction,
  sites: readonly SiteKey[],
  since: Date,
  ofEach: number,
): Promise<DeviceKey[]> {
  await plannedAnew(tx);
  return tx.all(sql<DeviceKey>`
    select given.tenant, due.id as "deviceId"
    from unnest(${sites.map(({ tenant }) => tenant)}::uuid[], ${sites.map(({ siteId }) => siteId)}::uuid[])
      as given (tenant, site)
    cross join lateral (
      select device.id from device
      left join device_scan scan on scan.tenant_id = device.tenant_id and scan.device_id = device.id
      where device.tenant_id = given.tenant and device.site_id = given.site and device.kind in ('ap', 'smart')
        and ${isConnectedIn('device.status')} and device.managed_by is null and (scan.at is null or scan.at < ${since})
        and exists (
          select from alarm_rule rule
          where rule.tenant_id = device.tenant_id and rule.enabled and rule.type = 'rogueAp' and ${CONCERNS})
        and not exists (
          select from command scan_command
          where scan_command.tenant_id = device.tenant_id and scan_command.device_id = device.id and scan_command.command = 'wifiScan'
            and scan_command.created_at >= ${since})
      order by scan.at nulls first, device.id limit ${ofEach}
    ) due`);
}
