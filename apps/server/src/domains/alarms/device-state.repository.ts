import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { ConfigurationState } from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { DeviceState } from './failures.ts';
import type { WatchedTerminal } from './monitored.ts';

export const FAILURE_TYPES: readonly AlarmType[] = ['configurationFailed', 'upgradeFailed', 'certificateDue'];
export const TERMINAL_TYPES: readonly AlarmType[] = ['terminalOnline', 'terminalOffline'];

/** Of a client, so many sessions begun last are looked at for one that lasts. */
const SESSIONS_MAX = 8;

function isResting(now: Date) {
  return sql`exists (
    select from maintenance_site at_site
    join maintenance on maintenance.tenant_id = at_site.tenant_id and maintenance.id = at_site.maintenance_id
    where at_site.tenant_id = site.tenant_id and at_site.site_id = site.id
      and maintenance.starts_at <= ${now} and maintenance.ends_at > ${now})`;
}

interface DeviceRow {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly configuration: ConfigurationState;
  readonly version: number | null;
  readonly decidedAt: Date | null;
  readonly upgradeId: string | null;
  readonly failed: boolean | null;
  readonly endedAt: Date | null;
  readonly notAfter: Date | null;
  readonly issuedAt: Date | null;
  readonly resting: boolean;
}

export async function readDevices(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<DeviceState[]> {
  const rows = await tx.all(sql<DeviceRow>`
    select device.id, device.kind, device.name, site.id as "siteId", site.name as "siteName",
      device.configuration_state as configuration, refused.version, refused.decided_at as "decidedAt",
      ended.id as "upgradeId", ended.state = 'failed' as failed, ended.ended_at as "endedAt",
      good.not_after as "notAfter", good.issued_at as "issuedAt", ${isResting(now)} as resting
    from device
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    left join lateral (
      select version, decided_at from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id and state in ('refused', 'partly')
      order by version desc limit 1
    ) refused on device.configuration_state in ('refused', 'partly')
    left join lateral (
      select id, state, ended_at from upgrade
      where tenant_id = device.tenant_id and device_id = device.id and state in ('succeeded', 'failed')
      order by ended_at desc limit 1
    ) ended on true
    left join lateral (
      select not_after, issued_at from device_certificate
      where tenant_id = device.tenant_id and device_id = device.id and revoked_at is null
      order by not_after desc limit 1
    ) good on true
    where device.tenant_id = ${tenant} and device.id = any(${deviceIds}::uuid[])`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    siteId: row.siteId,
    siteName: row.siteName,
    configuration: row.configuration,
    refused: row.version === null ? null : { version: row.version, at: row.decidedAt?.getTime() ?? 0 },
    upgrade:
      row.upgradeId === null
        ? null
        : { id: row.upgradeId, failed: row.failed === true, at: row.endedAt?.getTime() ?? 0 },
    certificate:
      row.notAfter === null
        ? null
        : { notAfter: row.notAfter.getTime(), issuedAt: row.issuedAt?.getTime() ?? 0 },
    resting: row.resting,
  }));
}

interface TerminalRow {
  readonly mac: string;
  readonly monitoredFrom: Date | null;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly deviceName: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly cameAt: Date;
  readonly leftAt: Date | null;
  readonly resting: boolean;
}

/** Clients that are monitored, or that rules name, where they are or were last seen. */
export async function readTerminals(
  tx: Transaction,
  tenant: string,
  macs: readonly string[],
  now: Date,
): Promise<WatchedTerminal[]> {
  const rows = await tx.all(sql<TerminalRow>`
    with wanted as (
      select mac, max(since) as since from (
        select mac, created_at as since from monitored_terminal where tenant_id = ${tenant}
        union all
        select named.mac, null from unnest(${macs}::text[]) as named (mac)
      ) as given group by mac
    )
    select wanted.mac, wanted.since as "monitoredFrom", device.id as "deviceId", device.kind as "deviceKind",
      device.name as "deviceName", site.id as "siteId", site.name as "siteName",
      coalesce(visit.started_at, stay.started_at) as "cameAt", stay.ended_at as "leftAt",
      ${isResting(now)} as resting
    from wanted
    cross join lateral (
      select * from (
        select * from terminal_session
        where tenant_id = ${tenant} and mac = wanted.mac
        order by started_at desc, id desc limit ${SESSIONS_MAX}
      ) as newest
      order by ended_at desc nulls first limit 1
    ) as stay
    left join terminal_session visit on visit.tenant_id = stay.tenant_id and visit.id = stay.visit_id
    join device on device.tenant_id = stay.tenant_id and device.id = stay.device_id
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id`);
  return rows.map((row) => ({
    ...row,
    monitoredFrom: row.monitoredFrom?.getTime() ?? null,
    cameAt: row.cameAt.getTime(),
    leftAt: row.leftAt?.getTime() ?? null,
  }));
}
