import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { CONCERNS } from '../evaluation/sweep.repository.ts';
import type { DeviceKey } from './suppression.ts';

/** A port that is down. */
export interface DownPort extends DeviceKey {
  readonly part: string;
  /** A peer that is online by another path has reported since then. */
  readonly reportedSince: number;
}

export function portKey({ deviceId, part }: Pick<DownPort, 'deviceId' | 'part'>): string {
  return `${deviceId} ${part}`;
}

/**
 * Which of these ports lead to a device of the account that is offline, or has not reported since and so may be: then
 * the alarm is raised for that device, if a rule covers it. Uses the last reported links of the peers, as a port that
 * is down reports no peer.
 */
export async function portsToOfflinePeers(tx: Transaction, ports: readonly DownPort[]): Promise<Set<string>> {
  if (ports.length === 0) return new Set();
  const rows = await tx.all(sql<{ deviceId: string; part: string }>`
    with given as (
      select own.tenant_id, own.id, own.site_id, given.part, to_timestamp(given.ms / 1000.0) as reported_since,
        rtrim(regexp_replace(own.serial, '(..)', '\\1:', 'g'), ':') as mac
      from unnest(${arrayLiteral(ports.map(({ tenant }) => tenant))}::uuid[],
                  ${arrayLiteral(ports.map(({ deviceId }) => deviceId))}::uuid[],
                  string_to_array(${joinTexts(ports.map(({ part }) => part))}, chr(30)),
                  ${arrayLiteral(ports.map(({ reportedSince }) => reportedSince))}::bigint[])
        as given (tenant, device, part, ms)
      join device own on own.tenant_id = given.tenant and own.id = given.device
    ),
    ends as materialized (
      select device.tenant_id, link ->> 'peerMac' as mac, link ->> 'peerPort' as port,
        case when ${isConnectedIn('device.status')} then last.ts end as there_at
      from (select distinct tenant_id, site_id from given) as place
      join device on device.tenant_id = place.tenant_id and device.site_id = place.site_id
      join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
      cross join lateral json_array_elements(last.report::json -> 'links') as link
      where exists (
        select from alarm_rule rule
        where rule.tenant_id = device.tenant_id and rule.enabled and rule.type = 'deviceOffline' and ${CONCERNS})
    )
    select given.id as "deviceId", given.part
    from given
    join ends on ends.tenant_id = given.tenant_id and ends.mac = given.mac and ends.port = given.part
    where ends.there_at is null or ends.there_at < given.reported_since`);
  return new Set(rows.map(portKey));
}
