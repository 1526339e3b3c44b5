import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { CONCERNS } from '../evaluation/sweep.repository.ts';
import type { DeviceKey } from './suppression.ts';

/** A port that is down. */
export interface DownPort extends DeviceKey {
  readonly part: string;
  /** Whoever is there still, by another way, has been heard of since. */
  readonly heardSince: number;
}

export function portKey({ deviceId, part }: Pick<DownPort, 'deviceId' | 'part'>): string {
  return `${deviceId} ${part}`;
}

/**
 * Which of these ports lead to a device of ours that is away, or of which nobody has heard since and so may be: then it
 * is that device that is told of, if a rule does so. By what the devices at the far ends last said of their links: a
 * port that is down tells nothing of who was there.
 */
export async function portsToAway(tx: Transaction, ports: readonly DownPort[]): Promise<Set<string>> {
  if (ports.length === 0) return new Set();
  const rows = await tx.all(sql<{ deviceId: string; part: string }>`
    with given as (
      select own.tenant_id, own.id, own.site_id, given.part, to_timestamp(given.ms / 1000.0) as heard_since,
        rtrim(regexp_replace(own.serial, '(..)', '\\1:', 'g'), ':') as mac
      from unnest(${arrayLiteral(ports.map(({ tenant }) => tenant))}::uuid[],
                  ${arrayLiteral(ports.map(({ deviceId }) => deviceId))}::uuid[],
                  string_to_array(${joinTexts(ports.map(({ part }) => part))}, chr(30)),
                  ${arrayLiteral(ports.map(({ heardSince }) => heardSince))}::bigint[])
        as given (tenant, device, part, ms)
      join device own on own.tenant_id = given.tenant and own.id = given.device
    ),
    ends as materialized (
      select device.tenant_id, link ->> 'peerMac' as mac, link ->> 'peerPort' as port,
        case when device.status <> 'offline' then last.ts end as there_at
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
    where ends.there_at is null or ends.there_at < given.heard_since`);
  return new Set(rows.map(portKey));
}
