import type { EndReason } from '@airloom/contract/clients/clients.model';
import { END_REASONS } from '@airloom/contract/clients/clients.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Report } from '@airloom/device-protocol/model';
import { type Selectable, sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TerminalTables } from '../../../../platform/database/terminal-tables.ts';
import { ROAMING_MS, type SessionOfVisit } from './roaming.ts';
import type { Session } from './session.ts';

type Row = Selectable<TerminalTables['terminal_session']>;

/** The device that serves a client. */
export interface Owner {
  readonly tenant: string;
  readonly deviceId: string;
  readonly siteId: string | null;
  /** The controller that reports the device, if it is a member. */
  readonly reportedBy?: string;
}

export interface OwnedSession {
  readonly owner: Owner;
  readonly session: Session;
  readonly visitId: string;
}

const OPEN_MAX = 4_096;
const CUT_MAX = 512;
const CUT_DAYS = 35;
const PAST_MAX = 20;

function endReasonOf(text: string | null): EndReason | null {
  return END_REASONS.find((reason) => reason === text) ?? null;
}

function sessionOf(row: Row): Session {
  return {
    id: row.id,
    mac: row.mac,
    startedAt: row.started_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    endReason: endReasonOf(row.end_reason),
    counterRx: Number(row.counter_rx),
    counterTx: Number(row.counter_tx),
    rx: Number(row.rx_bytes),
    tx: Number(row.tx_bytes),
    counterPackets: Number(row.counter_packets),
    counterRetries: Number(row.counter_retries),
    packets: Number(row.packets),
    retries: Number(row.retries),
    ssid: row.ssid,
    band: row.band,
    channel: row.channel,
    port: row.port,
    ip: row.ip,
    hostname: row.hostname,
    signalLast: row.signal_last,
    signalMin: row.signal_min,
    signalSum: row.signal_sum,
    signalSamples: row.signal_samples,
  };
}

function given(owners: readonly Owner[]) {
  return sql`unnest(${arrayLiteral(owners.map(({ tenant }) => tenant))}::uuid[],
                    ${arrayLiteral(owners.map(({ deviceId }) => deviceId))}::uuid[]) as given (tenant, device)`;
}

export interface LoadedClients {
  readonly sessions: Map<string, Session[]>;
  /** The newest report of each device, newer than its written sessions. */
  readonly reports: Map<string, { readonly at: number; readonly report: Pick<Report, 'at' | 'clients'> }>;
}

/** Open sessions of these devices, and interrupted ones that may continue. */
export async function loadClients(
  tx: Transaction,
  owners: readonly Owner[],
  now: Date,
): Promise<LoadedClients> {
  const since = new Date(now.getTime() - CUT_DAYS * 86_400_000);
  const [rows, last] = await Promise.all([
    tx.all(sql<Row>`
      select session.* from ${given(owners)} cross join lateral (
        (select * from terminal_session
         where tenant_id = given.tenant and device_id = given.device and ended_at is null limit ${OPEN_MAX})
        union all
        (select * from terminal_session
         where tenant_id = given.tenant and device_id = given.device
           and end_reason in ('deviceOffline', 'silent') and ended_at >= ${since}
         order by ended_at desc limit ${CUT_MAX})
      ) session`),
    tx.all(sql<{ device_id: string; ts: Date; report: string }>`
      select last.* from ${given(owners)} cross join lateral (
        select device_id, ts, report from device_last_report
        where tenant_id = given.tenant and device_id = given.device
      ) last`),
  ]);
  const sessions = Map.groupBy(rows, (row) => row.device_id);
  return {
    sessions: new Map([...sessions].map(([device, own]) => [device, own.map(sessionOf)])),
    reports: new Map(
      last.map(({ device_id: device, ts, report }) => {
        const parsed: Pick<Report, 'at' | 'clients'> = JSON.parse(report);
        return [device, { at: ts.getTime(), report: parsed }];
      }),
    ),
  };
}

/** Makes sessions end or be seen at the latest now. */
export async function pullBackSessions(
  tx: Transaction,
  sessions: readonly { readonly tenant: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update terminal_session set last_seen_at = least(last_seen_at, ${now}::timestamptz),
      started_at = least(started_at, ${now}::timestamptz), ended_at = least(ended_at, ${now}::timestamptz)
    where (tenant_id, id) in (select * from unnest(
      ${sessions.map(({ tenant }) => tenant)}::uuid[], ${sessions.map(({ id }) => id)}::uuid[]))`);
}

export interface SessionLookup {
  readonly owner: Owner;
  readonly mac: string;
  readonly at: number;
  /** Start of the connection, as far as it is known; sessions that ended before do not match. */
  readonly since: number;
  /** Whether sessions at members of this device match too. */
  readonly ofMembers: boolean;
}

/** Sessions at one device. */
interface KnownAt {
  readonly owner: Owner;
  readonly managedBy: string | null;
  readonly sessions: readonly Session[];
}

export type KnownSessions = ReadonlyMap<string, KnownAt>;

/** Sessions that late reports may belong to. */
export async function pastSessions(
  tx: Transaction,
  lookups: readonly SessionLookup[],
): Promise<KnownSessions> {
  const rows = await tx.all(sql<Row & { managed_by: string | null }>`
    select distinct on (session.tenant_id, session.id) session.*, own.managed_by
    from unnest(${arrayLiteral(lookups.map(({ owner }) => owner.tenant))}::uuid[],
                ${arrayLiteral(lookups.map(({ owner }) => owner.deviceId))}::uuid[],
                string_to_array(${joinTexts(lookups.map(({ mac }) => mac))}, chr(30)),
                ${arrayLiteral(lookups.map(({ at }) => at))}::bigint[],
                ${arrayLiteral(lookups.map(({ since }) => since))}::bigint[],
                ${arrayLiteral(lookups.map(({ ofMembers }) => (ofMembers ? 1 : 0)))}::int[])
      as given (tenant, device, mac, ms, since, of_members)
    cross join lateral (
      select * from terminal_session
      where tenant_id = given.tenant and mac = given.mac
        and (device_id = given.device or given.of_members = 1 and exists (
          select from device member where member.tenant_id = given.tenant
            and member.id = terminal_session.device_id and member.managed_by = given.device))
        and started_at <= to_timestamp(given.ms / 1000.0) + interval '1 minute'
      order by started_at desc limit ${PAST_MAX}
    ) session
    left join device own on own.tenant_id = session.tenant_id and own.id = session.device_id
    where given.of_members = 1 or session.ended_at is null
      or greatest(session.ended_at, session.last_seen_at) >= to_timestamp(given.since / 1000.0) - interval '1 minute'`);
  const known = new Map<string, KnownAt & { readonly sessions: Session[] }>();
  for (const row of rows) {
    const { tenant_id: tenant, device_id: deviceId, site_id: siteId, managed_by: managedBy } = row;
    const at = known.get(deviceId);
    if (at !== undefined) at.sessions.push(sessionOf(row));
    else known.set(deviceId, { owner: { tenant, deviceId, siteId }, managedBy, sessions: [sessionOf(row)] });
  }
  return known;
}

/** Sessions of these clients shortly before or after the new ones. */
export async function adjacentSessions(
  tx: Transaction,
  fresh: readonly OwnedSession[],
): Promise<SessionOfVisit[]> {
  type RoamingSession = Pick<Row, 'mac' | 'site_id' | 'ssid' | 'started_at' | 'ended_at' | 'visit_id'>;
  const rows = await tx.all(sql<RoamingSession>`
    select distinct on (session.tenant_id, session.id) session.mac, session.site_id, session.ssid,
           session.started_at, session.ended_at, session.visit_id
    from unnest(${arrayLiteral(fresh.map(({ owner }) => owner.tenant))}::uuid[],
                string_to_array(${joinTexts(fresh.map(({ session }) => session.mac))}, chr(30)),
                ${arrayLiteral(fresh.map(({ session }) => session.startedAt))}::bigint[],
                ${arrayLiteral(fresh.map(({ session }) => session.endedAt ?? session.lastSeenAt))}::bigint[])
      as given (tenant, mac, since, ms)
    cross join lateral (
      select * from terminal_session
      where tenant_id = given.tenant and mac = given.mac
        and started_at <= to_timestamp((given.ms + ${ROAMING_MS}) / 1000.0)
      order by started_at desc limit ${PAST_MAX}
    ) session
    where session.ended_at is null
      or session.ended_at >= to_timestamp((given.since - ${ROAMING_MS}) / 1000.0) - interval '1 minute'`);
  return rows.map((row) => ({
    mac: row.mac,
    siteId: row.site_id,
    ssid: row.ssid,
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    visitId: row.visit_id,
  }));
}

/** Devices with open sessions and no report since `until`. */
export function silentOwners(tx: Transaction, until: Date, atMost: number): Promise<Owner[]> {
  return tx.all(sql<Owner>`
    select distinct tenant_id as tenant, device_id as "deviceId", site_id as "siteId" from terminal_session
    where ended_at is null and last_seen_at < ${until} limit ${atMost}`);
}

interface OfflineDevice extends Owner {
  readonly kind: DeviceKind;
  readonly at: Date;
}

/** Those of these devices that are not online, with the time they went offline. */
export function offlineDevices(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<OfflineDevice[]> {
  return tx.all(sql<OfflineDevice>`
    select tenant_id as tenant, id as "deviceId", site_id as "siteId", kind, offline_at as at from device
    where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[]) and status <> 'online' and offline_at is not null`);
}
