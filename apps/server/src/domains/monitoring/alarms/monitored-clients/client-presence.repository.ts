import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { EndedByPerson } from '../evaluation/alarm-changes.ts';
import { isInMaintenance } from '../outages/device-state.repository.ts';
import { AFTER_COMMAND_MS, DISRUPTIVE_COMMANDS, suppressedDevices } from '../outages/suppression.ts';
import { type MonitoredClient, SETTLING_MS } from './client-presence.ts';
import { latestSession } from './latest-session.ts';

export const CLIENT_TYPES: readonly AlarmType[] = ['terminalOnline', 'terminalOffline'];

/** Its session ended because its device stopped reporting. */
const CUT_OFF = sql`('deviceOffline', 'silent')`;
const CAME_AT = sql`coalesce(visit.started_at, session.started_at)`;

/** It came during maintenance, or returned after an outage or a disruptive command. */
function returned(now: Date) {
  return sql`(${isInMaintenance(CAME_AT)} or coalesce(
    prior.end_reason in ${CUT_OFF} and (
      prior_device.status = 'offline'
      or ${CAME_AT} < prior_device.online_at + make_interval(secs => ${SETTLING_MS / 1000})), false)
    or exists (
      select from command
      where command.tenant_id = prior_device.tenant_id
        and command.device_id in (prior_device.id, prior_device.managed_by)
        and command.command = any(${DISRUPTIVE_COMMANDS}::text[]) and command.sent_at <= prior.ended_at
        and ${CAME_AT} <= coalesce(command.ended_at, ${now}) + make_interval(secs => ${AFTER_COMMAND_MS / 1000})))`;
}

interface ClientRow {
  readonly mac: string;
  readonly name: string;
  readonly monitoredFrom: Date | null;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly deviceName: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly cameAt: Date;
  readonly leftAt: Date | null;
  readonly returned: boolean;
  readonly cutOff: boolean;
  readonly deviceAway: boolean;
  readonly onlineAt: Date | null;
  readonly reportedAt: Date | null;
}

/** Clients that are monitored or named by rules, with their last session. */
export async function readMonitoredClients(
  tx: Transaction,
  tenant: string,
  macs: readonly string[],
  now: Date,
): Promise<MonitoredClient[]> {
  const rows = await tx.all(sql<ClientRow>`
    with wanted as (
      select mac, max(since) as since, max(name) as name from (
        select mac, created_at as since, name from monitored_terminal where tenant_id = ${tenant}
        union all
        select named.mac, null, '' from unnest(${macs}::text[]) as named (mac)
      ) as given group by mac
    )
    select wanted.mac, wanted.name, wanted.since as "monitoredFrom", device.id as "deviceId",
      device.kind as "deviceKind", device.name as "deviceName", site.id as "siteId", site.name as "siteName",
      ${CAME_AT} as "cameAt", session.ended_at as "leftAt", ${returned(now)} as returned,
      coalesce(session.end_reason in ${CUT_OFF}, false) as "cutOff", device.status = 'offline' as "deviceAway",
      device.online_at as "onlineAt", last.ts as "reportedAt"
    from wanted
    cross join lateral ${latestSession({ tenant }, sql`wanted.mac`)} as session
    left join terminal_session visit on visit.tenant_id = ${tenant} and visit.id = session.visit_id
    join device on device.tenant_id = ${tenant} and device.id = session.device_id
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    left join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    left join lateral (
      select device_id, ended_at, end_reason from terminal_session
      where tenant_id = ${tenant} and mac = wanted.mac and started_at < ${CAME_AT}
      order by started_at desc, id desc limit 1
    ) as prior on true
    left join device prior_device on prior_device.tenant_id = ${tenant} and prior_device.id = prior.device_id`);
  const left = new Set(rows.filter(({ leftAt }) => leftAt !== null).map(({ deviceId }) => deviceId));
  const suppressed = await suppressedDevices(
    tx,
    [...left].map((deviceId) => ({ tenant, deviceId })),
    now,
  );
  return rows.map(({ onlineAt, reportedAt, ...row }) => ({
    ...row,
    monitoredFrom: row.monitoredFrom?.getTime() ?? null,
    cameAt: row.cameAt.getTime(),
    leftAt: row.leftAt?.getTime() ?? null,
    deviceSuppressed: suppressed.has(row.deviceId),
    deviceOnlineAt: onlineAt?.getTime() ?? null,
    deviceReportedAt: reportedAt?.getTime() ?? null,
  }));
}

/**
 * Time until which these clients need no alarm: the last online alarm, or when a person last cleared the offline
 * alarm.
 */
export async function acknowledgedUntil(
  tx: Transaction,
  tenant: string,
  ruleIds: readonly string[],
  macs: readonly string[],
): Promise<EndedByPerson[]> {
  const rows = await tx.all(sql<{ ruleId: string; key: string; at: Date }>`
    select rule.id as "ruleId", client.mac as key, newest.at
    from unnest(${ruleIds}::uuid[]) as rule (id)
    cross join unnest(${macs}::text[]) as client (mac)
    cross join lateral (
      select case when clear_reason = 'passed' then raised_at when clear_reason = 'person' then cleared_at end as at
      from alarm
      where tenant_id = ${tenant} and rule_id = rule.id and part = client.mac
        and type in ('terminalOnline', 'terminalOffline')
      order by raised_at desc limit 1
    ) as newest
    where newest.at is not null`);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
